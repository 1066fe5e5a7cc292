# SPDX-License-Identifier: Apache-2.0
#
# make deb: build/heddle_VERSION_ARCHITECTURE.deb, see tools/deb.

.PHONY: deb
deb: all
	@rm -rf $(B)/deb && mkdir -p $(B)/deb
	@$(MAKE) --no-print-directory -s install DESTDIR=$(abspath $(B))/deb/root PREFIX=/usr
	@tools/deb $(B)/deb/root $(VERSION) $(B)
