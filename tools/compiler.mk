# SPDX-License-Identifier: Apache-2.0
#
# What heddle-cc needs beside the runtime: the specs that make gcc instrument without linking libtsan, and the header that
# makes programs have their own instances of libstdc++'s templates; and heddle.h, where programs find it in place, too.
SPECS := $(B)/lib/heddle/gcc.specs
CXX_CONFIG := $(B)/lib/heddle/include/bits/c++config.h
HEADER := $(B)/include/heddle.h

all: $(SPECS) $(CXX_CONFIG) $(HEADER)
$(SPECS): src/heddle/cc/gcc.specs
	@mkdir -p $(@D)
	cp $< $@

$(CXX_CONFIG): src/heddle/cc/cxx_config.h
	@mkdir -p $(@D)
	cp $< $@

$(HEADER): include/heddle.h
	@mkdir -p $(@D)
	cp $< $@

.PHONY: install-compiler
install: install-compiler
install-compiler: $(SPECS) $(CXX_CONFIG)
	install -d $(DESTDIR)$(PREFIX)/lib/heddle/include/bits
	install -m644 $(SPECS) $(DESTDIR)$(PREFIX)/lib/heddle/gcc.specs
	install -m644 $(CXX_CONFIG) $(DESTDIR)$(PREFIX)/lib/heddle/include/bits/c++config.h
