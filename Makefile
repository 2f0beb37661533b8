# What a newcomer needs: `make run` plays, `make test` and `make check` judge. Needs one of these Pythons, nothing else.

# The newest that is there is taken, or the one that PYTHON names.
SUPPORTED := 3.14 3.13 3.12 3.11
IS_SUPPORTED = import sys, ensurepip, venv; version = "%d.%d" % sys.version_info[:2]; \
	print("Python", sys.version.split()[0], "at", sys.executable); sys.exit(version not in "$(SUPPORTED)".split())
VENV := .venv
BIN := $(VENV)/bin

# Every package comes from a lock with its hash, as a wheel: building one would fetch its build tools without a hash. The
# locks are whole, so nothing beyond them is resolved: with hashes pip takes "coverage[toml]", which another package asks
# for, not for the pinned coverage, but for its newest release (`pip check` then looks whether anything is missing).
PIP = $(BIN)/python -m pip --quiet --disable-pip-version-check
INSTALL = $(PIP) install --require-hashes --no-deps --only-binary :all:

# Stamps: what is installed already is not looked at again until its lock changes.
RUNTIME := $(VENV)/.installed-runtime
DEV := $(VENV)/.installed-dev
BENCH := $(VENV)/.installed-bench
MUTANTS := $(VENV)/.installed-mutants

.DEFAULT_GOAL := help
.PHONY: help run quick test trials check soak simulate mutants bench screens gallery album game messages lock wheels release clean

help: ## show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1	\2/p' $(MAKEFILE_LIST) | expand -t 16

run: $(RUNTIME) ## play: on Discord if DISCORD_TOKEN is set (here or in .env), else in the playground (SPEED=3600: fast)
	@if [ -n "$$DISCORD_TOKEN$$DISCORD_TOKEN_FILE" ] || grep -qsE "^ *(export +)?DISCORD_TOKEN(_FILE)? *= *[\"']?[^][:space:]\"'#[]" .env; \
	then exec $(BIN)/python -m bot run; \
	else exec $(BIN)/python -m playground --data data/playground $(if $(SPEED),--speed $(SPEED)); fi

# Tests and benches start the bot some hundred times: it is compiled once, even where Python was told to keep nothing compiled.
quick test trials coverage bench soak simulate: export PYTHONDONTWRITEBYTECODE =
# Processes that run tests; auto: two for each core, one in `make quick` (tests/conftest.py).
WORKERS ?= auto

PYTEST = $(BIN)/python -m pytest --numprocesses $(WORKERS) --dist worksteal

quick: $(DEV) ## run, in less than a minute, the tests without a playground, a browser or another process, with fewer examples
	$(PYTEST) --quick -m "not trial" --hypothesis-profile $(or $(EXAMPLES),quick)

test: $(DEV) ## run the tests, those in a browser where a Chromium is found (EXAMPLES=thorough: with more examples)
	$(PYTEST) -m "not trial" --hypothesis-profile $(or $(EXAMPLES),usual)

trials: $(DEV) ## run what takes longer: kills, outages and upgrades of real processes, both databases, whole games, small benches (PATHS=tests/simulation: these)
	$(PYTEST) -m trial $(PATHS)

coverage: $(DEV) ## run every test, and list which lines and branches none reaches: at most 5 % (what it counts: pyproject.toml)
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest --numprocesses $(WORKERS) --dist worksteal --timeout 600
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report --fail-under=95

# pyright and its Node.js come as hashed wheels; the setting keeps it from asking the network for newer versions.
check: export PYRIGHT_PYTHON_IGNORE_WARNINGS = 1
check: $(DEV) ## lint, format, types, which module may import which, locks, known vulnerabilities (AUDIT=asked: no skip)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/lint-imports
	$(BIN)/python -m tests.project.supply $(if $(filter asked,$(AUDIT)),--asked)

soak: $(DEV) ## try for hours what tests sample: faults, power cuts ... (MINUTES=30: so long; goes on where it stopped)
	$(BIN)/python -m tests.soak $(if $(MINUTES),--minutes $(MINUTES)) $(TRIALS)

simulate: $(DEV) ## live days of a server from a seed, with faults and crashes (SEED=7 DAYS=365; SEEDS=240..1000; UNTIL, LOG; COMPANY=1: how long tables wait)
	@$(BIN)/python -m tests.simulation --seed $(or $(SEED),0) $(if $(SEEDS),--seeds $(SEEDS)) --days $(or $(DAYS),7) \
	$(if $(UNTIL),--until $(UNTIL)) $(if $(LOG),--log $(LOG)) $(if $(COMPANY),--company)

mutants: $(MUTANTS) ## break the rules on purpose: does a test notice? (PATHS=games/corsari SAMPLE=200 SEED=1: so many)
	$(BIN)/python -m tests.mutants $(PATHS) $(if $(SAMPLE),--sample $(SAMPLE)) --seed $(or $(SEED),1) $(if $(AGAIN),--again)

bench: $(BENCH) ## measure beside peers in the same run (BENCHES="press storage": these alone; KEEP=1: keep the figures)
	$(BIN)/python -m benches $(if $(KEEP),--keep) $(BENCHES)

screens: $(DEV) ## count the words and buttons of every screen, and measure it on a telephone (or of GAMES="corsari" alone)
	$(BIN)/python -m tools.screens $(GAMES)

gallery: $(RUNTIME) ## draw every picture of every game (or of GAMES="skull-king corsari") into one page, build/gallery/index.html
	$(BIN)/python -m tools.gallery $(GAMES)

album: $(RUNTIME) ## draw anew what README and docs show of it, after a change of moments or looks
	$(BIN)/python -m tools.album

game: $(DEV) ## begin a built-in game (NAME="Ghost Ship"): one that can be played, with its tests and records
	$(BIN)/python -m tools.new_game "$(NAME)"

messages: $(DEV) ## bring the catalogues of translations up to date with the sentences in the sources
	$(BIN)/python -m tools.messages

# One lock serves every platform and every Python from 3.11 on. The later locks follow the first one's versions.
LOCK = $(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

lock: $(DEV) ## bring the locks up to date with pyproject.toml and the newest releases
	$(LOCK) --upgrade --group build --output-file requirements.lock
	$(LOCK) --upgrade --group build --group dev --constraint requirements.lock --output-file requirements-dev.lock
	$(LOCK) --upgrade --group build --group bench --constraint requirements-dev.lock --output-file requirements-bench.lock
	$(LOCK) --upgrade --group build --group mutants --constraint requirements-dev.lock --output-file requirements-mutants.lock
	$(MAKE) wheels

wheels: $(DEV) ## does every package that the bot runs with have a wheel for each supported Python, on Linux, Windows and macOS?
	@$(BIN)/python -m tests.project.supply.wheels $(if $(filter asked,$(AUDIT)),--asked)

release: $(DEV) ## tag this version, if locks, wheels, changelog and the image's workflow fit together; else say what does not
	@$(BIN)/python -m tools.release

clean: ## remove what was built and installed (not .env, not data/)
	rm -rf $(VENV) build dist .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage*
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@for python in $(or $(PYTHON),$(SUPPORTED:%=python%) python3); do \
		said=$$($$python -c '$(IS_SUPPORTED)' 2>&1) && { echo "Taking $$said."; exec $$python -m venv $(VENV); }; \
		echo "  not $$python: $$(echo "$$said" | grep -v '^ \|^Traceback' | head -n 1)"; \
	done; \
	echo "Tortuga needs one of Python $(SUPPORTED), with venv (on Debian and Ubuntu: apt install python3-venv)."; \
	echo "Get one from your system's packages, from python.org, or by: uv python install 3.13"; \
	echo "Where it is can be said: make PYTHON=/path/to/python3.13 $(or $(MAKECMDGOALS),run)"; exit 1

$(RUNTIME): requirements.lock pyproject.toml | $(BIN)/python
	@echo "Installing what Tortuga needs into $(VENV) ..."
	@$(INSTALL) --requirement requirements.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV): requirements-dev.lock $(RUNTIME)
	@echo "Installing the tools for tests and checks into $(VENV) ..."
	@$(INSTALL) --requirement requirements-dev.lock
	@$(PIP) check
	@touch $@

# rlcard is published as source only: it is built with what the locks have brought, nothing fetched for it.
$(BENCH): requirements-bench.lock $(DEV)
	@echo "Installing the peers to measure beside into $(VENV) ..."
	@$(INSTALL) --no-binary rlcard --no-build-isolation --requirement requirements-bench.lock
	@touch $@

$(MUTANTS): requirements-mutants.lock $(DEV)
	@echo "Installing what makes mutants into $(VENV) ..."
	@$(INSTALL) --requirement requirements-mutants.lock
	@touch $@
