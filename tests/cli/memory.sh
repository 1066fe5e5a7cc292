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

# Includes the shared arena, which one run after the other uses again. Nothing when the process has ended.
resident_kb() { awk '/^VmRSS|^VmSwap/ { kb += $2 } END { if (kb) print kb }' "/proc/$1/status" 2>/dev/null || true; }

# sample RUNS HOW: a search; `samples` is what its worker had, again and again.
sample()
{
	local pid worker kb
	samples=()
	"$HEDDLE" test -s random -j 1 -n "$1" -t 500 --reset "$2" --json "$T/json" --out "$T/o" -- "$T/flat_memory" >"$T/log" 2>&1 </dev/null &
	pid=$!
	while kill -0 $pid 2>/dev/null; do
		worker=$(children_of $pid | head -1)
		kb=$([ -z "$worker" ] || resident_kb "$worker")
		[ -z "$kb" ] || samples+=("$kb")
		sleep 0.1
	done
	wait $pid || { cat "$T/log" && fail "heddle test: status $?"; }
	[ "$(json "$T/json" runs)" = "$1" ] || fail "$(json "$T/json" runs) runs instead of $1"
}

# The first quarter is for what is learnt. A machine that is so fast that there are few samples gets more to do.
measure()
{
	local runs=100000 early late
	until sample $runs "$1" && [ ${#samples[@]} -ge 12 ]; do
		runs=$((runs * 2))
		[ $runs -lt 100000000 ] || fail "no worker to be seen"
	done
	early=${samples[$((${#samples[@]} / 4))]} late=${samples[-1]}
	say "$1: $early kB early, $late kB late, $runs runs"
	[ $((late - early)) -lt 2048 ] || fail "the worker grew from $early kB to $late kB"
}
measure place
