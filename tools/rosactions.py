"""Compiles ROS action types that no wheel carries into the Python that runs this: `rosactions.py FOLDER`.

A folder holds packages, these `action/*.action` and `msg/*.msg`. For tests with real action servers.
"""

# rosidl is there only in the Python that has rclpy.
# pyright: reportMissingImports=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory

HOME = Path(sys.prefix)
os.environ["AMENT_PREFIX_PATH"] = str(HOME)

import numpy
import rosidl_generator_c.cli
from rosidl_adapter.action import convert_action_to_idl
from rosidl_adapter.msg import convert_msg_to_idl
from rosidl_generator_c.cli import GenerateC
from rosidl_generator_py.cli import GeneratePython
from rosidl_generator_type_description.cli import HashTypeDescription
from rosidl_typesupport_c.cli import GenerateCTypesupport
from rosidl_typesupport_fastrtps_c.cli import GenerateFastRTPSCTypesupport
from rosidl_typesupport_introspection_c.cli import GenerateIntrospectionCTypesupport

# What generated code links against, of every package that is there.
LINKED = ("rosidl_generator_c", "rosidl_generator_py", "_c", "rosidl_typesupport_fastrtps_cpp", "fastcdr", "rmw")
SUPPORTS = ("rosidl_typesupport_fastrtps_c", "rosidl_typesupport_introspection_c")


def _described(files: list[str], descriptions: list[str]) -> list[str]:
    """Each definition with its description; the original takes a message for an action of the same name."""
    found = {Path(each).with_suffix("").parts[-2:]: each for each in descriptions}
    places = [each.split(":")[1] for each in files]
    return [f"{each}:{found[Path(each).with_suffix('').parts[-2:]]}" for each in places]


rosidl_generator_c.cli.build_type_description_tuples = _described


def compiled(package: Path) -> None:
    """Generates, compiles and installs one package."""
    with TemporaryDirectory() as folder:
        work = Path(folder)
        _generated(package, work)
        objects = [_object(work, each) for each in sorted(work.rglob("*.c*")) if each.suffix in (".c", ".cpp")]
        _installed(package.name, work, objects)


def _generated(package: Path, work: Path) -> None:
    share, idl = HOME / "share" / package.name, list[str]()
    for path in sorted(package.glob("*/*.*")):
        convert = convert_msg_to_idl if path.parent.name == "msg" else convert_action_to_idl
        (share / path.parent.name).mkdir(parents=True, exist_ok=True)
        convert(package, package.name, path.relative_to(package), share / path.parent.name)
        idl.append(f"{share}:{path.parent.name}/{path.stem}.idl")
    include = [str(HOME / "share")]
    hashes = [str(each) for each in HashTypeDescription("").generate_type_hashes(package.name, idl, include, share)]
    GenerateC("").generate(package.name, idl, include, work / "c" / package.name, type_description_files=hashes)
    others = (GenerateFastRTPSCTypesupport(""), GenerateIntrospectionCTypesupport(""), GenerateCTypesupport(""))
    python = GeneratePython("", typesupport_implementations=["rosidl_typesupport_c"])
    for number, each in enumerate((*others, python)):
        each.generate(package.name, idl, include, work / str(number) / package.name)


def _object(work: Path, source: Path) -> str:
    headers = [*work.iterdir(), HOME / "include", *(HOME / "include").iterdir()]
    included = [f"-I{each}" for each in (*headers, sysconfig.get_path("include"), numpy.get_include())]
    made = source.with_name(source.name + ".o")
    compiler = ["g++", "-std=c++17"] if source.suffix == ".cpp" else ["gcc", "-std=gnu11"]
    subprocess.run([*compiler, "-w", "-O0", "-fPIC", "-c", *included, str(source), "-o", str(made)], check=True)
    return str(made)


def _installed(name: str, work: Path, objects: list[str]) -> None:
    """One library is the Python module and every type support at once."""
    module = Path(sysconfig.get_path("purelib")) / name
    left_out = shutil.ignore_patterns("*.c", "*.cpp", "*.h", "*.o", "detail")
    python = next(each for each in work.iterdir() if (each / name / "action" / "__init__.py").is_file())
    shutil.copytree(python / name, module, dirs_exist_ok=True, ignore=left_out)
    (module / "__init__.py").touch()
    library = module / f"{name}_s__rosidl_typesupport_c.so"
    links = [HOME / "lib" / f"lib{name}__{each}.so" for each in SUPPORTS]
    others = [each for each in sorted((HOME / "lib").glob("lib*.so")) if each.stem.endswith(LINKED)]
    linked = [str(each) for each in others if each not in links]
    found = f"-Wl,-rpath,{HOME / 'lib'}"
    subprocess.run(["g++", "-shared", "-o", str(library), *objects, "-Wl,--no-as-needed", *linked, found], check=True)
    for each in links:
        each.unlink(missing_ok=True)
        each.symlink_to(library)


if __name__ == "__main__":
    # Those that others are made of come first: none of ours is.
    for found in sorted(Path(sys.argv[1]).resolve().iterdir()):
        compiled(found)
