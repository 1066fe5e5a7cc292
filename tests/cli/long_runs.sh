#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# How long a run may take. Computing in silence for more than ten seconds is no hang and no livelock as long as nobody knows how
# long a run takes; what is taken for a hang names the option that gives it more time, and time that the machine had for
# others does not count.
. "$(dirname "$0")/../lib.sh"

cat >"$T/compute.c" <<'EOF'
#include <pthread.h>
#include <stdlib.h>
static unsigned long rounds;
static void *compute(void *unused)
{
	unsigned long state = 1;
	for (unsigned long i = 0; i < rounds; i++)
		__asm__ volatile("imul $3, %0, %0" : "+r"(state));
	return unused;
}
int main(int argc, char **argv)
{
	pthread_t one, two;
	rounds = strtoul(argv[argc - 1], NULL, 10);
	pthread_create(&one, NULL, compute, NULL);
	pthread_create(&two, NULL, compute, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
EOF
"$B/bin/heddle-cc" -O2 -g -o "$T/compute" "$T/compute.c" -pthread

# processor_seconds ROUNDS: what the program needs natively.
processor_seconds()
{
	local TIMEFORMAT=%U
	{ time "$T/compute" "$1"; } 2>&1
}

# As many rounds as take eleven seconds on this machine.
once=$(processor_seconds 200000000)
rounds=$(awk -v once="$once" 'BEGIN { printf "%d", 200000000 * 11 / once }')
say "200,000,000 rounds take $once s, so $rounds rounds"
"$HEDDLE" test -q -j 1 -n 1 -t 3600 --no-store --out "$T/out" -- "$T/compute" "$rounds" || fail "computing is taken for a failure"

run 1 "$HEDDLE" test -q -j 1 -n 1 --timeout 0.5 --no-store --out "$T/out" -- "$T/compute" 1000000000000
grep -q -- "--timeout gives it more" "$T/stdout" || fail "a hang does not name --timeout"
