#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A hang is where the thread is now, not at its last operation, in place and in a forked run: an exit handler that works for ever, with accesses (which are
# mostly seen inside of the runtime) and in registers, after main's last operation.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit
cat >hang.c <<'CODE'
#include <pthread.h>
#include <stdlib.h>
static _Atomic int steps;
static volatile int count;
static void *work(void *unused)
{
	steps++;
	return unused;
}
static void accesses(void)
{
	for (;;)
		count++; /* here: accesses */
}
static void registers(void)
{
	for (;;)
		__asm__ volatile(""); /* here: registers */
}
int main(int argc, char **argv)
{
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	pthread_join(t, 0);
	steps++;
	atexit(argv[1][0] == 'a' ? accesses : registers);
	return argc == 3 ? pthread_create(&t, 0, work, 0) : 0;
}
CODE
"$B/bin/heddle-cc" -g -o hang hang.c -lpthread || fail "hang.c"
# hangs_at WAY OPTION…
hangs_at()
{
	local way=$1 line
	shift
	line=$(grep -n "here: ${way% *}" hang.c | cut -d: -f1)
	# shellcheck disable=SC2086 # one word or two
	run 1 "$HEDDLE" test "$@" -n 1 -t 900 --timeout 1 --json json --out o -- ./hang $way
	[ "$(json json failures.0.kind)" = hang ] || fail "$way $*: $(json json failures.0.kind)"
	grep -q "is still running at hang.c:$line\$" stdout || { cat stdout && fail "$way $*: not at hang.c:$line"; }
}
for way in accesses registers "accesses beside" "registers beside"; do hangs_at "$way"; done
hangs_at registers --reset fork
