#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A run of 10^8 accesses and more stays within the memory that docs/scale.md states, tells that it goes on, and says so
# when its schedule does not fit.
. "$(dirname "$0")/../lib.sh"
QUARANTINE=128 OWN=96 # megabytes: freed memory that is kept, and Heddle's own tables with a schedule of 2 million steps
program=$(build "$ROOT/tests/programs/scale_100m_accesses.c" gcc)

# peak ROUNDS HEAP: the most memory that a worker has used, in megabytes, sampled while it runs.
peak()
{
	local most=0 worker now heddle
	"$HEDDLE" test -q -j 1 -n 1 -t 900 --heap "$2" --seed 3 --json "$T/json" --out "$T/out" -- "$program" "$1" >"$T/log" 2>&1 </dev/null &
	heddle=$!
	while kill -0 $heddle 2>/dev/null; do
		for worker in $(cat "/proc/$heddle/task/$heddle/children" 2>/dev/null); do
			now=$(sed -n 's/^VmHWM:[[:space:]]*\([0-9]*\) kB$/\1/p' "/proc/$worker/status" 2>/dev/null) || continue
			[ "${now:-0}" -gt $most ] && most=$now
		done
		sleep 0.05
	done
	# What this prints is its result: complaints go elsewhere.
	wait $heddle || { cat "$T/log" && fail "$1 rounds, --heap $2: exit status $?"; } >&2
	[ $most -gt 0 ] || fail "no worker was seen" >&2
	echo $((most / 1024))
}

once=$(peak 200 reuse)
[ "$(json "$T/json" accesses)" -ge 100000000 ] || fail "only $(json "$T/json" accesses) accesses"
longer=$(peak 400 reuse)
say "$once MB for 10^8 accesses, $longer MB for twice as many"
[ "$once" -le $OWN ] || fail "10^8 accesses take $once MB, more than $OWN"
[ "$longer" -le $OWN ] || fail "2 * 10^8 accesses take $longer MB, more than $OWN"
quarantined=$(peak 1100 quarantine)
say "$quarantined MB where freed memory is kept"
[ "$quarantined" -le $((OWN + QUARANTINE + QUARANTINE / 8)) ] || fail "with freed memory kept: $quarantined MB"

# On a terminal the line tells of the run that goes on for two seconds of the processor and more; it is no hang, though it takes longer than most.
# How many rounds take so long depends on the machine.
rounds=1000
until script -qec "$HEDDLE test -j 1 -n 1 -t 900 --timeout 600 --out $T/out -- $program $rounds" /dev/null </dev/null >"$T/screen" || fail "on a terminal: status $?"
	grep -q 'run 0 goes on for [0-9]* s: [0-9,]* steps, [0-9,]* accesses' "$T/screen"; do
	[ $rounds -lt 256000 ] || fail "no word of the run that goes on"
	rounds=$((rounds * 2))
done

# More steps than a schedule holds, and then a failure: it is told, and that it cannot be shown again.
cat >"$T/locks.c" <<'END'
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg)
{
	for (int i = 0; i < 9000000; i++)
		pthread_mutex_lock(&lock), pthread_mutex_unlock(&lock);
	return arg;
}
int main(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, work, NULL);
	work(NULL);
	pthread_join(thread, NULL);
	abort();
}
END
"$B/bin/heddle-cc" -O1 -g -pthread -o "$T/locks" "$T/locks.c"
run 1 "$HEDDLE" test -q -j 1 -n 1 -t 900 --json "$T/json" --out "$T/out" -- "$T/locks"
says 'inconclusive: a failure was seen but cannot be replayed: abort .* a schedule holds no more than'
[ "$(json "$T/json" verdict)" = inconclusive ] || fail "verdict $(json "$T/json" verdict)"
