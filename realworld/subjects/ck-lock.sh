# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# Concurrency Kit's own test of its ticket lock: four threads take it and look whether they are alone. Its atomic operations are inline
# assembler, and who does not get the lock spins.
kind=other
package=ck
needs=
program=regressions/ck_spinlock/validate/ck_ticket
arguments=(4 1)
build()
{
	sed -i 's/^#define ITERATE .*/#define ITERATE 5000/' regressions/ck_spinlock/validate/validate.h || return 1
	./configure && make -j2 && make -C regressions/ck_spinlock/validate ck_ticket
}
