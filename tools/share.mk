# SPDX-License-Identifier: Apache-2.0
#
# What campaigns on many machines begin with: part of `install`, see docs/many-machines.md.
SHARED := slurm/heddle.sbatch kubernetes/heddle-job.yaml postgres/roles.sql

.PHONY: install-share
install: install-share
install-share:
	for file in $(SHARED); do install -D -m644 share/$$file $(DESTDIR)$(PREFIX)/share/heddle/$$file || exit; done
