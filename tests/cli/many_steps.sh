#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A run of many steps samples its places sooner (docs/scale.md), so that a program with many places that touch shared memory does
# not become all steps.
. "$(dirname "$0")/../lib.sh"

cat >"$T/many.c" <<'END'
#include <pthread.h>
enum { ROUNDS = 16000 };
static volatile unsigned cells[64];
#define TWO(i) cells[i] = r, cells[(i) + 1] = r
#define EIGHT(i) TWO(i), TWO((i) + 2), TWO((i) + 4), TWO((i) + 6)
static void *work(void *unused)
{
	for (unsigned r = 0; r < ROUNDS; r++)
		EIGHT(0), EIGHT(8), EIGHT(16), EIGHT(24), EIGHT(32), EIGHT(40), EIGHT(48), EIGHT(56);
	return unused;
}
int main(void)
{
	pthread_t threads[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
END
"$B/bin/heddle-cc" -O1 -g -pthread -o "$T/many" "$T/many.c"

# 2 threads write 64 * 16,000 times: 65,536 steps, when each place had 1,024 visits, and then one in 64, 31,000. Without that a place
# is sampled after 16,384 visits: a million steps. In the first of the three runs, no place is known to be shared.
run 0 "$HEDDLE" test -q -j 1 -n 3 -t 900 --seed 5 --check none -s random --out "$T/out" --json "$T/json" -- "$T/many"
steps=$(($(json "$T/json" steps) / $(json "$T/json" runs)))
[ $steps -gt 44000 ] || fail "only $steps steps in a run: the places are no scheduling points"
[ $steps -lt 75000 ] || fail "$steps steps in a run of 2,048,000 accesses"
