# The two commands that matter:  make run   and   make test

.PHONY: run cluster test quick full lint figures texts bench lock bundles clean
.DEFAULT_GOAL := run
PY := .venv/bin/python

run: ## everything for playing on this machine, at http://127.0.0.1:8000
	@sh scripts/venv.sh run
	@exec $(PY) manage.py up

cluster: ## the same on three machines that are all this one: PostgreSQL with standbys, docs/cluster.md
	@sh scripts/venv.sh run
	@exec $(PY) -m config.cluster

test: ## every check there is
	@sh scripts/venv.sh test
	@sh scripts/check.sh

quick: ## a minute: lint, types, short tests without a server: engines, bots, odds, dealing
	@sh scripts/venv.sh test
	@sh scripts/check.sh --quick

full: ## every test that has a full size, at that size; the finders of dumping, programs: two or three hours
	@sh scripts/venv.sh test
	FULL_SIZE=1 $(PY) -m pytest --timeout=0 $$(grep -rlE 'tests\.support\.size|mark\.full' tests --include='test_*.py')
	$(PY) -m benchmarks.dumping
	$(PY) -m benchmarks.timing
	for time in first second third; do \
	  $(PY) -m benchmarks.budget --check benchmarks/budget.json && exit 0; done; exit 1

lint: ## lint, types and Django's checks, without the tests
	@sh scripts/venv.sh test
	@sh scripts/check.sh --no-tests

figures: ## measures the cheap figures of the README anew and prints what moved
	@sh scripts/venv.sh test
	@$(PY) -m benchmarks.figures

texts: ## translators' files, after texts of templates, Python or docs/rules have changed
	@sh scripts/venv.sh test
	@$(PY) scripts/texts.py

bench: ## the table beside boardgame.io, half an hour: make bench BENCH="--rounds 1 --tables 50"
	@sh scripts/venv.sh test
	@$(PY) -m benchmarks.compare $(BENCH)

lock: ## new pins: make lock, or make lock UPGRADE=1
	@sh scripts/venv.sh test
	@sh scripts/lock.sh $(if $(UPGRADE),--upgrade)

bundles: ## the table page's scripts as a release has them, for collectstatic without Docker
	@sh scripts/venv.sh test
	@sh scripts/frontend.sh --bundles

clean: ## remove what was made, but not the data in .data
	rm -rf .venv node_modules .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis \
	  staticfiles bundles tests/artefacts .data/test
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
