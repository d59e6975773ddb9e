# What test frameworks call. OpenBench's worker builds its match runner with `make -j CXX=...` and expects ./fastchess;
# it builds an engine with `make -j EXE=Name [EVALFILE=network]` and expects ./Name, both with cargo.

CARGO ?= cargo
# For tuning, on a branch of its own: FEATURES = tune makes the numbers of the search options.
FEATURES =

ifeq ($(OS),Windows_NT)
  SUFFIX := .exe
endif

ifdef EXE
export EVALFILE

.PHONY: engine
engine:
	$(CARGO) rustc --release --locked -p guohe --bin guohe --features "$(FEATURES)" -- --emit link="$(CURDIR)/$(EXE)$(SUFFIX)"
	"$(CURDIR)/$(EXE)$(SUFFIX)" --version
else
.PHONY: runner
runner:
	$(CARGO) rustc --release --locked -p guohe-fastchess --bin fastchess -- --emit link="$(CURDIR)/fastchess$(SUFFIX)"
	"$(CURDIR)/fastchess$(SUFFIX)" --version
endif

# The board as a static page with the engine in WebAssembly, in the folder OUT: docs/web.md.
OUT = target/web

.PHONY: web
web:
	$(CARGO) run --quiet --locked -p guohe-web --features folder -- "$(OUT)"
