# SPDX-License-Identifier: Apache-2.0
#
# libexec/heddle-static, for `heddle static`: built where LLVM's headers are (Debian: llvm-dev), left out where not.
LLVM_CONFIG ?= $(firstword $(shell command -v llvm-config-14 llvm-config 2>/dev/null))
STATIC_SRC  := $(call sources,static) src/base/fail.c src/base/text.c src/model/event.c src/model/static/pairs.c \
               src/model/static/bitcode.c
STATIC_OBJ  := $(patsubst %,$(B)/static/%.o,$(STATIC_SRC))
STATIC      := $(B)/libexec/heddle-static
# What does without LLVM: unit tests link it.
STATIC_PURE := $(filter-out src/static/heddle_static.c src/static/ir/%,$(call sources,static))

ifneq ($(LLVM_CONFIG),)
STATIC_LLVM := $(shell $(LLVM_CONFIG) --includedir)
$(B)/static/%.c.o: %.c Makefile tools/static.mk
	@mkdir -p $(@D)
	@echo "  CC  $<"; $(CC) $(BASE) $(CFLAGS) -isystem $(STATIC_LLVM) -c -o $@ $<
$(STATIC): $(STATIC_OBJ)
	@mkdir -p $(@D)
	@echo "  LD  $@"; $(CC) $(CFLAGS) -o $@ $(STATIC_OBJ) $(shell $(LLVM_CONFIG) --ldflags --libs)

all: $(STATIC)
-include $(STATIC_OBJ:.o=.d)

.PHONY: install-static
install: install-static
install-static: $(STATIC)
	install -d $(DESTDIR)$(PREFIX)/libexec
	install -m755 $(STATIC) $(DESTDIR)$(PREFIX)/libexec/heddle-static
endif
