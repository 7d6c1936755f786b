# Every target prepares .venv by itself; the second time that costs nothing.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
EXTRAS := viewer,charts,net,ros,mcap,bullet,mcp,cluster,kinematics,perception,owl,hermit,speech,trees,dev

# How long `make soak` goes on: ticks of a hostile scene, bundled scenes whose stages fail, strange input at the doors.
SOAK_TICKS ?= 10000
SOAK_SCENES ?= 7
DOOR_SECONDS ?= 300

PAGE := src/midworld/readers/viewer/page/app.js

# Tests start hundreds of commands: where byte code is not kept, each of them compiles everything anew.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: demo test check bench soak wheel clean

demo: $(STAMP) $(PAGE)
	@$(BIN)/midworld demo

test: check
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal

check: $(STAMP) $(PAGE)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright
	$(BIN)/lint-imports

bench: $(STAMP) $(PAGE)
	$(BIN)/python -m benchmarks

soak: $(STAMP) $(PAGE)
	$(BIN)/python -m benchmarks.soak --ticks $(SOAK_TICKS) --scenes $(SOAK_SCENES)
	$(BIN)/python -m benchmarks.planning_fuzz
	$(BIN)/python -m benchmarks.doors --seconds $(DOOR_SECONDS)
	ALL_SCENES=1 LONG_STORIES=1 $(BIN)/python -m pytest tests/browser/test_scenes.py tests/stories/test_acting_faults.py

# A wheel holds the compiled core: one for each Python named, for machines without a compiler (make wheel PYTHONS="python3.11 python3.12").
PYTHONS ?= $(PYTHON)
wheel:
	for python in $(PYTHONS); do $$python -m pip wheel --no-deps --wheel-dir dist . || exit 1; done

$(STAMP): pyproject.toml setup.py constraints.txt tools/prepare $(wildcard src/midworld/*/native/*)
	@PYTHON="$(PYTHON)" VENV="$(VENV)" EXTRAS="$(EXTRAS)" sh tools/prepare
	@touch $@

# Installing makes the page as well; this is for those who change its modules.
$(PAGE): $(STAMP) $(wildcard web/*.js) web/package-lock.json
	@$(BIN)/python tools/bundle.py && touch $@

clean:
	rm -rf web/node_modules $(PAGE) $(dir $(PAGE))three.LICENSE
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis .import_linter_cache build dist src/*.egg-info
	rm -f src/midworld/knowledge/_core.*.so src/midworld/geometry/_kernels.*.so
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
