# Everything that is done to this checkout, by name. `make` alone lists the targets.

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
# A busy machine may keep a test waiting in vain: one that fails is run once more, and named at the end.
AGAIN := --reruns 1
ON_EVERY_CORE := --numprocesses logical --dist loadscope --no-loadscope-reorder $(AGAIN)
# What neither takes minutes nor needs a service; what is held against the clock runs alone, after the others.
PLAIN := not long and not postgres and not celery and not redis
# What `make demo` is given goes through the environment, untouched: neither make nor the shell may expand it.
unexport URL PROMPT SCHEMA
demo: export DEMO_URL := $(value URL)
demo: export DEMO_PROMPT := $(value PROMPT)
demo: export DEMO_SCHEMA := $(value SCHEMA)

.DEFAULT_GOAL := help
.PHONY: help venv demo airflow website check test coverage test-services test-long bench clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

venv: $(STAMP) ## Make .venv with everything that the other targets need

$(STAMP): pyproject.toml $(wildcard constraints.txt)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, and this is %d.%d. Name another one: make PYTHON=python3.12" % sys.version_info[:2])'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[local,shared,ui,watch,dev]' $(addprefix -c ,$(wildcard constraints.txt))
	@touch $(STAMP)

demo: $(STAMP) ## Run an example DAG on a real Airflow; or any page: URL=... PROMPT="..." SCHEMA='{"title": "string"}'
	@$(BIN)/python -m dags_examples.run.demo

airflow: $(STAMP) ## Start a local Airflow with the example DAGs, until Ctrl-C
	@$(BIN)/python -m dags_examples.run.airflow

website: $(STAMP) ## Start the example website and the embedded service for the how-to guides, until Ctrl-C
	@$(BIN)/python -m dags_examples.run.website

check: $(STAMP) ## Lint, format, types and layers
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

test: $(STAMP) ## Run the tests
	$(BIN)/python -m pytest $(ON_EVERY_CORE) -m "$(PLAIN) and not clock"
	$(BIN)/python -m pytest $(AGAIN) -m "$(PLAIN) and clock"

# Apart from the tests: counting lines doubles the time that they take.
coverage: $(STAMP) ## Run the tests, and tell how much of the code they run
	$(BIN)/coverage run -m pytest $(ON_EVERY_CORE) -m "$(PLAIN) and not clock"
	$(BIN)/coverage report

test-services: $(STAMP) ## Run the tests that need PostgreSQL, Redis and RabbitMQ
	$(BIN)/python -m pytest $(ON_EVERY_CORE) -m "postgres or celery or redis"

test-long: $(STAMP) ## Run the tests that take minutes
	$(BIN)/python -m pytest -m long

bench: $(STAMP) ## Run every benchmark
	@set -e; for bench in tests/benchmarks/bench_*.py; do echo "== $$bench"; PYTHONPATH=. $(BIN)/python "$$bench"; done

clean: ## Remove what was built, cached and recorded here; .venv stays
	rm -rf build dist htmlcov .nox .airflow .demo .coverage .coverage.* .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -not -path './.venv/*' -not -path './.nox/*' -prune -exec rm -rf {} +
