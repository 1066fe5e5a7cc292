#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A failure that happened is confirmed by replays, whatever the program takes and holds meanwhile.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit

# compile NAME: from the standard input.
compile()
{
	cat >"$1.c"
	HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -o "$1" "$1.c" -pthread || fail "cannot build $1"
}

# Where something is not controlled, a failure is replayed many times, but not for ever. This run takes so long that
# the time for it is over before all replays are: those that were made are what counts.
compile slow <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static void *work(void *unused) { return unused; }
int main(void)
{
	pthread_t t;
	FILE *f = fopen("/proc/uptime", "r");
	char line[64];
	fgets(line, sizeof line, f);
	fclose(f);
	pthread_create(&t, NULL, work, NULL);
	pthread_join(t, NULL);
	for (volatile long i = 0; i < 1000000000; i++) /* nobody else is left: this is real time */
		;
	assert(!"always");
	return 0;
}
END
run 1 "$HEDDLE" test -q -n 1 -j 1 --seed 1 --json json --out slow-out -- ./slow
[ "$(json json failures.0.kind)" = assert ] || fail "no failure: $(json json)"
