#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A worker's memory stays flat: over many runs it grows by less than 2 MB.
. "$(dirname "$0")/../lib.sh"
cat >"$T/program.c" <<'END'
#include <pthread.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
static int counter;
static void *worker(void *unused)
{
	char *p = malloc(300), text[64];
	if (!p)
		abort();
	memset(p, 1, 300);
	snprintf(text, sizeof text, "%d %f", counter, 1.5);
	__atomic_fetch_add(&counter, text[0] != 0, __ATOMIC_SEQ_CST);
	return unused; /* and leaks p, as programs do */
}
int main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return counter == 2 ? 0 : 1;
}
END
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -o "$T/flat_memory" "$T/program.c" -pthread

# Includes the shared arena, which one run after the other uses again.
resident_kb() { awk '/^VmRSS|^VmSwap/ { kb += $2 } END { print kb + 0 }' "/proc/$1/status"; }
measure()
{
	local pid worker="" early late
	"$HEDDLE" test -j 1 -n 200000 -t 100 --reset "$1" --json "$T/json" --out "$T/o" -- "$T/flat_memory" >"$T/log" 2>&1 </dev/null &
	pid=$!
	for _ in $(seq 50); do
		sleep 0.1
		worker=$(children_of $pid | head -1) && [ -n "$worker" ] && break
	done
	[ -n "$worker" ] || { cat "$T/log" && fail "no worker to be seen"; }
	sleep 0.7
	early=$(resident_kb "$worker")
	late=$early
	while kill -0 "$worker" 2>/dev/null; do
		late=$(resident_kb "$worker" 2>/dev/null || echo "$late")
		[ "$late" = 0 ] && late=$early && break
		peak=$late
		sleep 0.2
	done
	wait $pid || { cat "$T/log" && fail "heddle test: status $?"; }
	say "$1: ${early} kB early, ${peak:-$late} kB late, $(json "$T/json" runs) runs"
	[ "$(json "$T/json" runs)" = 200000 ] || fail "$(json "$T/json" runs) runs"
	[ $((${peak:-$late} - early)) -lt 2048 ] || fail "the worker grew from $early kB to ${peak:-$late} kB"
}
measure place
