# SPDX-License-Identifier: Apache-2.0
#
# `heddle gen` compiles a driver with the library that it tests. The driver's own files are part of heddle as text.
DRIVER_TEXT := $(B)/gen/heddle/gen/driver_text.h
$(DRIVER_TEXT): $(wildcard src/gen/driver/*) tools/driver_text
	@mkdir -p $(@D)
	@tools/driver_text >$@
$(foreach d,ctl san fuzz,$(B)/$(d)/src/heddle/gen/driver_build.c.o): $(DRIVER_TEXT)
