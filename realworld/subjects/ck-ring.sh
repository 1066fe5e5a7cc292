# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# Concurrency Kit's own test of its ring: one thread puts entries in, three take them out, and each entry must come out once. Its atomic
# operations are inline assembler, and who finds the ring full or empty spins.
kind=other
package=ck
needs=
program=regressions/ck_ring/validate/ck_ring_spmc
arguments=(4 1 64)
build()
{
	sed -i 's/^#define ITERATIONS .*/#define ITERATIONS 4/' regressions/ck_ring/validate/ck_ring_spmc.c || return 1
	./configure && make -j2 && make -C regressions/ck_ring/validate ck_ring_spmc
}
