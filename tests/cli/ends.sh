#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Every way to end a program is an operation on which everything depends: -s chess --bound all tries all that other threads can
# have done by then. Freed memory is handed out again here (--heap reuse), which switches sleep sets off: then each
# schedule is one run with a hash of its own, and they are counted by hand. A thread that is alone makes no steps that count.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit
cat >ends.c <<'CODE'
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
static _Atomic int x, y;
static char *way;
static void end(void)
{
	if (strstr(way, "_exit"))
		_exit(0);
	if (strstr(way, "_Exit"))
		_Exit(0);
	if (strstr(way, "quick"))
		quick_exit(0);
	if (strstr(way, "raw"))
		syscall(SYS_exit_group, 0);
	if (strstr(way, "exit"))
		exit(0);
}
static void *worker(void *unused)
{
	x++;
	x++;
	x++;
	return unused;
}
static void *ender(void *unused)
{
	end();
	return unused;
}
static void handler(void)
{
	y++;
}
static int race(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, ender, 0);
	pthread_create(&u, 0, ender, 0);
	pthread_join(t, 0);
	return 1;
}
int main(int argc, char **argv)
{
	pthread_t t;
	way = argv[argc - 1];
	if (strstr(way, "handler"))
		atexit(handler);
	if (strstr(way, "race"))
		return race();
	pthread_create(&t, 0, worker, 0);
	pthread_detach(t);
	y++;
	end();
	return 0;
}
CODE
"$B/bin/heddle-cc" -o ends ends.c -lpthread || fail "ends.c"

schedules()
{
	local expected=$1 way=$2
	run 0 "$HEDDLE" test -s chess --bound all --heap reuse -t 900 --hashes h --json j --out o -- ./ends "$way"
	[ "$(json j verdict)" = exhausted ] || fail "$way: $(json j verdict)"
	different=$(cut -d' ' -f2 h | sort -u | wc -l)
	[ "$different" = "$expected" ] || fail "$way: $different schedules instead of $expected"
	run 0 "$HEDDLE" test -s chess --bound all -t 900 --json j --out o -- ./ends "$way"
	[ "$(json j verdict)" = exhausted ] || fail "$way with sleep sets: $(json j verdict)"
	[ "$(json j threads)" -gt 1 ] || fail "$way: $(json j threads) threads"
}

# The worker makes 4 steps: its start and 3 updates. main makes m steps, the last of which is the end. When the worker has made k
# steps by then, these fall between m - 1 others: (k + m - 1 choose k) for each k from 0 to 4.
# m = 2, the update and the end: 1 + 2 + 3 + 4 + 5.
for way in _exit _Exit raw; do schedules 15 $way; done
# m = 3, the update, the beginning of exit() and the end: 1 + 3 + 6 + 10 + 15.
for way in return exit quick; do schedules 35 $way; done
# m = 4, with the update of an exit handler: 1 + 4 + 10 + 20 + 35.
for way in return-handler exit-handler; do schedules 70 $way; done

# Two threads S1 E1 and S2 E2 (start, end) beside main's C2, which creates the second: S1 and C2 S2 come in any number before E1
# (1 + 2 + 3), or C2 S2 E2 with or without S1 before E2 (1 + 3).
for way in race_exit race_Exit race-raw; do schedules 10 $way; done
# With the beginning of exit(), which only one of them gets past: S1 L1 E1 with C2 and S2 between (1 + 3 + 6), or C2 S2 L2 E2 with
# or without S1 (1 + 4).
for way in race-exit race-quick; do schedules 15 $way; done
