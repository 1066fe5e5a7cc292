# SPDX-License-Identifier: Apache-2.0
#
# The pages' styles and scripts are files of their own; the C code gets them as a header.
#
# make screenshots   pictures of pages of a few programs, in build/screenshots/ (needs chromium and node)
PAGE_ASSETS := $(B)/gen/report/page/assets_text.h
$(PAGE_ASSETS): $(wildcard src/report/page/*.css src/report/page/*.js src/report/page/*.html) tools/embed tools/page_assets
	@mkdir -p $(@D)
	@tools/page_assets >$@
$(patsubst %,$(B)/%/src/report/page/assets.c.o,ctl san fuzz): $(PAGE_ASSETS)

.PHONY: screenshots
screenshots: all
	@tools/screenshots $(B)/screenshots
