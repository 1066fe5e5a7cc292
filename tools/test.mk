# SPDX-License-Identifier: Apache-2.0
#
# make test          everything: build, lint, unit tests, fuzzers, programs, command line; ends with "N passed, N failed"
# make check         the same without lint and fuzzers
# make determinism   the event hashes of every program's schedules agree
# make fuzz          the parsers under libFuzzer
# make campaign-stress   workers and server of a campaign are killed 50 times each

.PHONY: test-tools determinism

# Controller and parsers again, with sanitizers and for the fuzzers: in an archive, so that a test links what it uses.
# Warnings are for the ordinary builds: instrumented code gives false ones.
FUZZ_FLAGS = $(filter-out $(WARN),$(BASE)) -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -DHD_VERSION='"$(VERSION)"' \
             $(shell pkg-config --cflags $(PKGS))
FUZZ_OBJ := $(patsubst $(B)/ctl/%,$(B)/fuzz/%,$(CTL_LIB)) $(patsubst %,$(B)/fuzz/%.o,$(STATIC_PURE))
UNIT     := $(patsubst tests/unit/%.c,$(B)/unit/%,$(wildcard tests/unit/test_*.c))
FUZZ     := $(patsubst tests/fuzz/%.c,$(B)/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))
# The one that reads headers needs libclang, as libexec/heddle-gen does.
FUZZ_CLANG := $(patsubst %,$(B)/fuzz/%.o,$(wildcard src/gen/clang/read_*.c))
ifeq ($(wildcard $(CLANG_PREFIX)/include/clang-c/Index.h),)
FUZZ := $(filter-out $(B)/fuzz/fuzz_headers,$(FUZZ))
endif
$(FUZZ_CLANG): FUZZ_FLAGS += -isystem $(CLANG_PREFIX)/include
$(B)/fuzz/fuzz_headers: tests/fuzz/fuzz_headers.c tests/fuzz/use_api.h $(FUZZ_CLANG) $(B)/fuzz/libheddle.a
	clang $(FUZZ_FLAGS) -fsanitize=fuzzer -o $@ $< $(FUZZ_CLANG) $(B)/fuzz/libheddle.a $(CTL_LIBS) -L$(CLANG_PREFIX)/lib -Wl,-rpath,$(CLANG_PREFIX)/lib -lclang

$(B)/fuzz/%.c.o: %.c Makefile tools/test.mk
	@mkdir -p $(@D)
	clang $(FUZZ_FLAGS) -fsanitize=fuzzer-no-link -c -o $@ $<
$(B)/fuzz/libheddle.a: $(FUZZ_OBJ)
	@rm -f $@
	ar rcs $@ $^
$(B)/fuzz/fuzz_%: tests/fuzz/fuzz_%.c $(B)/fuzz/libheddle.a
	clang $(FUZZ_FLAGS) -fsanitize=fuzzer -o $@ $< $(B)/fuzz/libheddle.a $(CTL_LIBS)

$(B)/unit/%: tests/unit/%.c $(B)/fuzz/libheddle.a
	@mkdir -p $(@D)
	clang $(FUZZ_FLAGS) -o $@ $< $(B)/fuzz/libheddle.a $(CTL_LIBS) -lcmocka

HELPERS  := $(patsubst tests/helpers/%.c,$(B)/tests/bin/%,$(wildcard tests/helpers/*.c))
$(B)/tests/bin/%: tests/helpers/%.c
	@mkdir -p $(@D)
	$(CC) $(BASE) $(CFLAGS) -o $@ $< $(shell pkg-config --cflags --libs jansson)

-include $(FUZZ_OBJ:.o=.d) $(UNIT:=.d) $(FUZZ:=.d) $(HELPERS:=.d)

test-tools: all $(UNIT) $(FUZZ) $(HELPERS)

# In two steps, because before the first one pkg-config may be missing.
test: deps
	@echo "building"
	@$(MAKE) --no-print-directory -s -j2 test-tools
	@tests/run
check: deps
	@$(MAKE) --no-print-directory -s -j2 all $(UNIT) $(HELPERS)
	@tests/run cli fault unit examples programs
determinism: deps
	@$(MAKE) --no-print-directory -s -j2 all $(HELPERS)
	@tests/run determinism
fuzz: deps
	@$(MAKE) --no-print-directory -s -j2 $(FUZZ)
	@FUZZ_SECONDS=$${FUZZ_SECONDS:-30} tests/run fuzz

# Workers, server and controllers of a campaign, killed 50 times each.
.PHONY: campaign-stress
campaign-stress: all
	KILLS=50 tests/cli/worker_kills.sh
