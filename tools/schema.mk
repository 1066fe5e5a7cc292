# SPDX-License-Identifier: Apache-2.0
#
# The tables of the store are written in SQL; the C code gets them as a header.
SCHEMA := $(B)/gen/store/schema_sql.h
$(SCHEMA): src/store/schema.sql tools/embed
	@mkdir -p $(@D)
	@tools/embed HD_SCHEMA $< >$@
$(B)/ctl/src/store/store.c.o $(B)/fuzz/src/store/store.c.o: $(SCHEMA)
