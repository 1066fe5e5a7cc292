# SPDX-License-Identifier: Apache-2.0
#
# libexec/heddle-gen, for `heddle gen`: built where libclang's headers are (Debian: libclang-14-dev), left out where not.
# The rest of src/gen is part of the controller.
GEN_LLVM := $(firstword $(foreach c,$(shell command -v llvm-config-14 llvm-config 2>/dev/null),$(patsubst %/include,%,$(shell $(c) --includedir))))
ifeq ($(GEN_LLVM),)
GEN_LLVM := $(patsubst %/include/clang-c/Index.h,%,$(firstword $(wildcard /usr/lib/llvm-14/include/clang-c/Index.h)))
endif
GEN_SRC  := $(wildcard src/gen/clang/*.c src/gen/api/*.c) src/base/fail.c src/base/text.c
GEN_OBJ  := $(patsubst %,$(B)/gen-tool/%.o,$(GEN_SRC))
GEN      := $(B)/libexec/heddle-gen

ifneq ($(wildcard $(GEN_LLVM)/include/clang-c/Index.h),)
$(B)/gen-tool/%.c.o: %.c Makefile tools/gen.mk
	@mkdir -p $(@D)
	@echo "  CC  $<"; $(CC) $(BASE) $(CFLAGS) -isystem $(GEN_LLVM)/include -c -o $@ $<
$(GEN): $(GEN_OBJ)
	@mkdir -p $(@D)
	@echo "  LD  $@"; $(CC) $(CFLAGS) -o $@ $(GEN_OBJ) -L$(GEN_LLVM)/lib -Wl,-rpath,$(GEN_LLVM)/lib -lclang

all: $(GEN)
-include $(GEN_OBJ:.o=.d)

.PHONY: install-gen
install: install-gen
install-gen: $(GEN)
	install -d $(DESTDIR)$(PREFIX)/libexec
	install -m755 $(GEN) $(DESTDIR)$(PREFIX)/libexec/heddle-gen
endif

# The driver's own files are part of heddle as text.
DRIVER_TEXT := $(B)/gen/heddle/gen/driver_text.h
$(DRIVER_TEXT): $(wildcard src/gen/driver/*) tools/driver_text
	@mkdir -p $(@D)
	@tools/driver_text >$@
$(foreach d,ctl san fuzz,$(B)/$(d)/src/heddle/gen/driver_build.c.o): $(DRIVER_TEXT)
