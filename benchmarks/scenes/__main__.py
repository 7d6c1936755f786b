"""`python -m benchmarks.scenes NAME --seed N --out DIR`, `--all --count 20 --out DIR`, or `NAME --picture FILE`."""

import argparse
import time
from pathlib import Path

from .generate import generate
from .script import names


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scenes", description="Make scenes with ground truth.")
    parser.add_argument("name", nargs="?", help="a scenario: " + ", ".join((*names(), *names("beliefs"))))
    parser.add_argument("--all", action="store_true", help="every scenario")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=1, help="how many seeds")
    parser.add_argument("--out", type=Path, help="where to write NAME/SEED/{scene.yaml,observations.jsonl,truth.json}")
    parser.add_argument("--picture", type=Path, help="write a contact sheet of the first seed instead")
    asked = parser.parse_args()
    known = (*names(), *names("beliefs"))
    chosen = known if asked.all else (asked.name,)
    if not asked.all and asked.name not in known:
        parser.error(f"no scenario named {asked.name!r}; there are {', '.join(known)}")
    if asked.picture is not None:
        from .render import sheet

        sheet(chosen[0], asked.seed, asked.picture)
        return
    for name in chosen:
        for seed in range(asked.seed, asked.seed + asked.count):
            begun = time.perf_counter()
            scene = generate(name, seed)
            if asked.out is not None:
                several = asked.all or asked.count > 1
                scene.write(asked.out / name / str(seed) if several else asked.out)
            took = time.perf_counter() - begun
            print(f"{name} {seed}: {scene.truth['duration']} s of story in {took:.1f} s", flush=True)
            for reason in scene.rejections:
                print(f"  rejected: {reason}", flush=True)


if __name__ == "__main__":
    main()
