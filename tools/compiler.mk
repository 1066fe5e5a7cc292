# SPDX-License-Identifier: Apache-2.0
#
# What heddle-cc needs beside the runtime: the specs that make gcc instrument without linking libtsan.
SPECS := $(B)/lib/heddle/gcc.specs

all: $(SPECS)
$(SPECS): src/heddle/gcc.specs
	@mkdir -p $(@D)
	cp $< $@

.PHONY: install-compiler
install: install-compiler
install-compiler: $(SPECS)
	install -d $(DESTDIR)$(PREFIX)/lib/heddle
	install -m644 $(SPECS) $(DESTDIR)$(PREFIX)/lib/heddle/gcc.specs
