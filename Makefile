# Everything runs in a virtual environment of its own; Python 3.11+ and make are all that is needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN_STAMP := $(VENV)/run.stamp
DEV_STAMP := $(VENV)/dev.stamp
BENCH_STAMP := $(VENV)/bench.stamp
SITE_STAMP := $(VENV)/site.stamp
# Compiled from the .po files, so that the bot starts half a second sooner.
CATALOGUES := build/catalogues.stamp
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-input --only-binary :all: --require-hashes
# The tests wait for the bots and pages that they start more than they compute, hence more processes than processors.
# What all of them import is compiled once beforehand.
WORKERS ?= $(shell $(PYTHON) -c "import os; print(2 + 2 * (os.cpu_count() or 1))")

# The tests start the bot a few hundred times: compiled modules are kept, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run test browser lint format bench soak site reference licences lock clean

help: ## Show what there is
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

run: $(RUN_STAMP) $(CATALOGUES) ## Start the bot: on Discord where a token is set, else the practice channel
	@exec $(BIN)/python -m bot run

test: $(DEV_STAMP) $(CATALOGUES) ## Run the tests
	@$(BIN)/python -m compileall -q bot cogs tools
	@$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder

browser: $(DEV_STAMP) $(CATALOGUES) ## Run the tests that drive the practice page in a Chromium of the system
	@$(BIN)/python tools/find_chromium.py
	@$(BIN)/python -m pytest tests/browser -m "browser and not soak" -n $(WORKERS) --dist worksteal

lint: $(DEV_STAMP) ## Check style, types, who imports whom, and that nothing is unused
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/vulture

format: $(DEV_STAMP) ## Bring the code into its form
	@$(BIN)/ruff check --fix --quiet .
	@$(BIN)/ruff format --quiet .

bench: $(BENCH_STAMP) $(CATALOGUES) ## Measure the parts and print tables, with the peer beside us
	@$(BIN)/python -m bot bench

# A browser's event loop and those of other tests do not run in one process, hence two runs.
soak: $(DEV_STAMP) $(CATALOGUES) ## Run the big runs: many kills, much load (minutes)
	@$(BIN)/python -m pytest -m "soak and not browser"
	@$(BIN)/python -m pytest -m "soak and browser"

site: $(SITE_STAMP) ## Build the documentation as web pages, in build/site
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

reference: $(DEV_STAMP) ## Write the search's vectors and weights anew, after entries have changed (minutes)
	@$(BIN)/python -m tools.reference_training

licences: $(DEV_STAMP) ## Write docs/licences.md anew
	@$(BIN)/python tools/licences.py

lock: ## Write the lock files anew (needs uv)
	uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-annotate --no-header --quiet -o requirements.lock
	uv pip compile pyproject.toml --extra postgresql -c requirements.lock --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-annotate --no-header --quiet -o requirements-postgresql.lock
	uv pip compile pyproject.toml --extra all -c requirements.lock --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-annotate --no-header --quiet -o requirements-all.lock
	uv pip compile pyproject.toml --group test --group lint --group browser --universal --python-version 3.11 \
		--generate-hashes --no-emit-index-url --no-annotate --no-header --quiet -o requirements-dev.lock
	uv pip compile pyproject.toml --group bench --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-annotate --no-header --quiet -o requirements-bench.lock
	uv pip compile --group site -c requirements-dev.lock --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate \
		--no-header --quiet -o requirements-site.lock

clean: ## Remove what was built, not what was stored
	rm -rf $(VENV) rules_data/text/*.mo .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache build

$(BIN)/python:
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(f"Python {v[0]}.{v[1]} found, 3.11 or newer expected: make PYTHON=python3.11 …" if v < (3, 11) else 0)'
	@echo "Making a virtual environment; the first time takes a minute."
	@$(PYTHON) -m venv $(VENV)

$(RUN_STAMP): requirements.lock | $(BIN)/python
	@$(PIP_INSTALL) -r requirements.lock
	@touch $@

$(DEV_STAMP): requirements-dev.lock | $(BIN)/python
	@$(PIP_INSTALL) -r requirements-dev.lock
	@touch $@ $(RUN_STAMP)

$(CATALOGUES): $(wildcard rules_data/text/*/*.po) | $(RUN_STAMP)
	@$(BIN)/python -m tools.compile_catalogues
	@mkdir -p $(@D) && touch $@

$(SITE_STAMP): requirements-site.lock | $(BIN)/python
	@$(PIP_INSTALL) -r requirements-site.lock
	@touch $@

$(BENCH_STAMP): requirements-bench.lock $(DEV_STAMP)
	@$(PIP_INSTALL) -r requirements-bench.lock
	@touch $@
