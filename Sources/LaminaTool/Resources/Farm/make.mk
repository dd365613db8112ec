# Draws @name@ in @tasks@ tasks on this machine. Run make again to repeat what has failed.
jobs := $(shell nproc)
jobs := @jobs@
MAKEFLAGS += --keep-going --jobs=$(jobs)
tasks := $(shell seq @tasks@)

.PHONY: all
all: $(tasks:%=state/%)

state/%:
	@@mkdir -p logs state
	./task $* >>logs/$*.log 2>&1
	@@touch $@@
