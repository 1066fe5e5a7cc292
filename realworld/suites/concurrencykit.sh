# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# Lock-free structures and spin locks of many kinds: its own tests of correctness with threads, called as its `make check`
# does for four cores. They do millions of rounds, or go on for up to 30 seconds, so that a schedule that matters happens by
# chance: Heddle chooses schedules, and a thousand rounds, queues of a thousand entries or one second have to do, natively
# too. Its atomic operations are inline assembler: threads that spin in them are interrupted after 20 ms each time.
package=ck
program=regressions/ck_spinlock/validate/ck_ticket
folders="array brlock bytelock cohort epoch fifo hp pflock rwcohort rwlock sequence spinlock swlock tflock"
build()
{
	local name
	sed -i -E -e 's/^#define (STEPS|ITERATE|PAIRS) .*/#define \1 200/' -e 's/^#define PAIRS_S .*/#define PAIRS_S 50/' \
		-e 's/^#define (ITERATIONS|ITERATE_S) .*/#define \1 2/' -e 's/common_sleep\([0-9]+\)/common_sleep(1)/' \
		regressions/ck_*/validate/*.[ch] regressions/ck_*/*.h || return 1
	./configure && make -j2 || return 1
	for name in $folders; do make -j2 -C "regressions/ck_$name/validate" CORES=4 || return 1; done
}
tests()
{
	local name folder
	for name in $folders; do
		folder=regressions/ck_$name/validate
		# shellcheck disable=SC2016 # the backquotes are those of the makefile
		make -s -n -C "$folder" check CORES=4 | grep '^\./' | grep -v serial | sed -E 's/;.*//; s,`expr 4 / 2`,2,g; s/ (64000|16000|16384)\b/ 1000/' |
			while read -r command; do echo "ck_${name}_$(basename "${command%% *}") $folder $command"; done
	done
}
