# SPDX-License-Identifier: Apache-2.0
#
# The tables of the store are written in SQL; the C code gets them as headers: HD_SCHEMA and HD_SCHEMA_WORK.
SCHEMA := $(B)/gen/store/schema_sql.h $(B)/gen/store/schema_work_sql.h
$(B)/gen/store/%_sql.h: src/store/%.sql tools/embed
	@mkdir -p $(@D)
	@tools/embed HD_$(shell echo $* | tr a-z A-Z) $< >$@
$(B)/ctl/src/store/schema.c.o $(B)/fuzz/src/store/schema.c.o: $(SCHEMA)
