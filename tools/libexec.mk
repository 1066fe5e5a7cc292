# SPDX-License-Identifier: Apache-2.0
#
# Programs of libexec/ that need a library which not every machine has: each is built where the headers of that library are, and left out
# where not. `heddle` says what is missing when it wants to run one.

# $(call libexec-program,NAME,SOURCES,INCLUDES,LIBRARIES): build/libexec/heddle-NAME, as part of `all` and `install`. INCLUDES is the folder
# of the library's headers; empty: the program is left out.
define libexec-program
ifneq ($(strip $(3)),)
$(B)/tool-$(1)/%.c.o: %.c Makefile tools/libexec.mk
	@mkdir -p $$(@D)
	@echo "  CC  $$<"; $$(CC) $$(BASE) $$(CFLAGS) -isystem $(3) -c -o $$@ $$<
$(B)/libexec/heddle-$(1): $(patsubst %,$(B)/tool-$(1)/%.o,$(2))
	@mkdir -p $$(@D)
	@echo "  LD  $$@"; $$(CC) $$(CFLAGS) -o $$@ $$^ $(4)

all: $(B)/libexec/heddle-$(1)
-include $(patsubst %,$(B)/tool-$(1)/%.d,$(2))

.PHONY: install-$(1)
install: install-$(1)
install-$(1): $(B)/libexec/heddle-$(1)
	install -d $$(DESTDIR)$$(PREFIX)/libexec
	install -m755 $$< $$(DESTDIR)$$(PREFIX)/libexec/heddle-$(1)
endif
endef

comma := ,
LLVM_CONFIG  ?= $(firstword $(shell command -v llvm-config-14 llvm-config 2>/dev/null))
LLVM_INCLUDE := $(if $(LLVM_CONFIG),$(shell $(LLVM_CONFIG) --includedir))
CLANG_PREFIX := $(patsubst %/include,%,$(or $(LLVM_INCLUDE),/usr/lib/llvm-14/include))

# heddle-gen, for `heddle gen`: libclang (Debian: libclang-14-dev). The rest of src/gen is part of the controller.
$(eval $(call libexec-program,gen,\
	$(wildcard src/gen/clang/*.c src/gen/api/*.c) src/base/fail.c src/base/text.c,\
	$(patsubst %/clang-c/Index.h,%,$(wildcard $(CLANG_PREFIX)/include/clang-c/Index.h)),\
	-L$(CLANG_PREFIX)/lib -Wl$(comma)-rpath$(comma)$(CLANG_PREFIX)/lib -lclang))

# heddle-static, for `heddle static`: LLVM (Debian: llvm-dev). Unit tests link what does without it.
STATIC_PURE := $(filter-out src/static/heddle_static.c src/static/ir/%,$(call sources,static))
$(eval $(call libexec-program,static,\
	$(call sources,static) src/base/fail.c src/base/text.c src/model/event.c src/model/static/pairs.c src/model/static/bitcode.c,\
	$(LLVM_INCLUDE),\
	$(if $(LLVM_CONFIG),$(shell $(LLVM_CONFIG) --ldflags --libs))))
