# A bare clone, Python 3.11 or newer, and make are all it takes.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := /bin/sh

PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
POT := translations/messages.pot
CATALOGUES := $(wildcard translations/*/LC_MESSAGES/messages.po)
COMPILED := $(CATALOGUES:.po=.mo)
STATIC := $(filter-out %.gz,$(shell find static -type f))
COMPRESSED := $(VENV)/.compressed
VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
LIGHTHOUSE := $(VENV)/lighthouse
LIGHTHOUSE_PAGES ?= /en/ /en/measured /en/runs /en/latency /en/demo /en/embedding /en/api
EXTRACT := $(BIN)/pybabel -q extract -F pyproject.toml -k _l -k pgettext:1c,2 \
	--no-location --sort-output --omit-header -o $(POT) .
UPDATE := $(BIN)/pybabel -q update -N --ignore-obsolete --ignore-pot-creation-date \
	-w 79 -i $(POT) -d translations
LOCK := $(BIN)/uv pip compile -q --universal --generate-hashes --no-emit-index-url \
	--no-header --no-annotate $(UPGRADE) pyproject.toml

.PHONY: help
help: ## Show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1	\2/p' $(MAKEFILE_LIST) | expand -t 22

.PHONY: run
run: $(VENV)/.run $(COMPILED) $(COMPRESSED) ## Serve on this machine (PORT=8000)
	@echo "The calculator: http://127.0.0.1:$(PORT)/"
	@SDC_BIND=127.0.0.1:$(PORT) $(BIN)/python serve.py

.PHONY: test
test: lint types translations-check $(COMPRESSED) ## Check everything, browsers included
	@tools/nginx.sh >/dev/null && tools/fonts.sh
	@CHROMIUM="$$(tools/browser.sh)" && FIREFOX="$$(tools/firefox.sh)" && \
		export CHROMIUM FIREFOX && $(BIN)/pytest -q -n 2
	@$(MAKE) --no-print-directory faults

.PHONY: faults
faults: $(VENV)/.dev $(COMPILED) $(COMPRESSED) ## Kill, stop, reload and starve real servers
	$(BIN)/pytest -q -n 2 -o addopts="--import-mode=importlib" tests/faults

.PHONY: lint
lint: $(VENV)/.dev ## Check the style of code and templates
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/djlint --lint --quiet templates

.PHONY: types
types: $(VENV)/.dev ## Check the types
	$(BIN)/mypy

.PHONY: format
format: $(VENV)/.dev ## Put the code into shape
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

.PHONY: translations
translations: $(VENV)/.run ## Collect the messages, update and compile the catalogues
	$(EXTRACT)
	$(UPDATE)
	@$(MAKE) --no-print-directory $(COMPILED)

.PHONY: translations-check
translations-check: $(VENV)/.run $(COMPILED)
	@$(EXTRACT)
	@$(UPDATE) --check 2>/dev/null \
		|| { echo "A catalogue is out of date. Run: make translations"; exit 1; }

.PHONY: lock
lock: $(VENV)/.dev ## Renew the lock files (UPGRADE=--upgrade for newer versions)
	$(LOCK) -o requirements.lock
	$(LOCK) --group dev -o requirements-dev.lock

.PHONY: benchmark
benchmark: $(VENV)/.dev $(COMPILED) $(COMPRESSED) ## Measure how fast it is
	@CHROMIUM="$$(tools/browser.sh)" && export CHROMIUM && \
	for name in throughput functions pastes demo slider; do \
		echo; echo "## $$name"; echo; $(BIN)/python -m benchmarks.$$name || exit 1; \
	done

.PHONY: lighthouse
lighthouse: $(VENV)/.run $(COMPILED) $(COMPRESSED) ## Judge the pages with Lighthouse (needs npm)
	@mkdir -p $(LIGHTHOUSE) && cp tools/lighthouse.mjs $(LIGHTHOUSE)/
	@npm install --no-save --no-audit --no-fund --silent --prefix $(LIGHTHOUSE) lighthouse@13.5.0
	@CHROMIUM="$$(tools/browser.sh)" && export CHROMIUM && \
	{ SDC_BIND=127.0.0.1:$(PORT) $(BIN)/python serve.py >/dev/null 2>&1 & } && \
	trap "kill $$!" EXIT && sleep 5 && \
	node $(LIGHTHOUSE)/lighthouse.mjs http://127.0.0.1:$(PORT) $(LIGHTHOUSE_PAGES)

.PHONY: image
image: ## Build the container image
	@engine=$$(command -v docker || command -v podman) \
		|| { echo "Building the image needs docker or podman."; exit 1; }; \
	$$engine build --build-arg VERSION=$(VERSION) \
		--build-arg REVISION="$$(git rev-parse HEAD 2>/dev/null || echo unknown)" \
		-t speculative-decoding-calculator:$(VERSION) \
		-t speculative-decoding-calculator:latest .

.PHONY: sbom
sbom: $(VENV)/.dev ## List what the image holds of Python, with licences (CycloneDX)
	@$(BIN)/python -m venv --without-pip $(VENV)/image
	@$(BIN)/uv pip install -q --python $(VENV)/image/bin/python --require-hashes \
		-r requirements.lock
	$(BIN)/cyclonedx-py environment --pyproject pyproject.toml \
		--of JSON -o sbom.json $(VENV)/image/bin/python

.PHONY: clean
clean: ## Remove what make has made
	rm -rf $(VENV) $(COMPILED) $(POT)
	find static -name '*.gz' -delete

# One environment: what the app needs, and with .dev what its tests need too.
$(BIN)/python:
	@for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
		if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
			exec $$python -m venv $(VENV); \
		fi; \
	done; echo "Python 3.11 or newer is needed."; exit 1

$(VENV)/.run: requirements.lock | $(BIN)/python
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r $<
	@touch $@

$(VENV)/.dev: requirements-dev.lock $(VENV)/.run
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r $<
	@touch $@

%.mo: %.po | $(VENV)/.run
	$(BIN)/pybabel -q compile -i $< -o $@

$(COMPRESSED): $(STATIC) | $(VENV)/.run
	$(BIN)/python -m whitenoise.compress --quiet --no-brotli static
	@touch $@
