#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A search of the same program goes on where the last one stopped: `auto` with its systematic runs, until all is tried, which no search
# alone has runs enough for; after that nothing is run again, and what was found is told again. Searches by chance have other seeds.
. "$(dirname "$0")/../lib.sh"
unset GITHUB_ACTIONS GITHUB_WORKSPACE CI_PROJECT_DIR
cd "$T" || exit
cat >adds.c <<'CODE'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
int plain;
static void *work(void *me)
{
	for (int i = 0; i < 2; i++) {
		atomic_fetch_add(&x, 1);
		atomic_fetch_add(&y, (int)(long)me);
	}
	return 0;
}
static void *touch(void *unused)
{
	plain = 1;
	return unused;
}
int main(int argc, char **argv)
{
	pthread_t t[3];
	int n = argc > 1 ? 2 : 3;
	(void)argv;
	for (long i = 0; i < n; i++)
		pthread_create(&t[i], 0, argc > 1 ? touch : work, (void *)(i + 1));
	for (int i = 0; i < n; i++)
		pthread_join(t[i], 0);
	return 0;
}
CODE
"$B/bin/heddle-cc" -O1 -g -o adds adds.c -pthread
is() { [ "$(json j "$1")" = "$2" ] || fail "$1 is $(json j "$1"), not $2: $(cat "$T/stdout" "$T/stderr")"; }
ask() { sqlite3 o/heddle.db "$1"; }

# All schedules are some 3,600: none of the searches of 800 runs has enough for them, and together they have.
run 0 "$HEDDLE" test -s dpor -t 900 --no-store --out o --json j ./adds
all=$(json j runs)
[ "$all" -gt 2000 ] || fail "the program has only $all schedules"
for ((parts = 1; parts <= 40; parts++)); do
	run 0 "$HEDDLE" test -n 800 -t 900 --out o --json j ./adds
	[ "$(json j verdict)" = passed ] || break
done
is verdict exhausted
[ $parts -gt 2 ] || fail "$parts searches of 800 runs have tried all $all"
[ "$(ask 'SELECT count(DISTINCT seed) FROM search')" = $parts ] || fail "two searches have the same seed"
runs=$(ask 'SELECT sum(runs) FROM search')

# That is finished: nothing is run again, unless it is asked for, or the program is another one.
run 0 "$HEDDLE" test -t 900 --out o --json j ./adds
is verdict exhausted
is runs 0
is proof.earlier_runs "$runs"
grep -q "an earlier search of the same files has tried all in $(printf "%'d" "$runs" | sed 's/^\([0-9]*\)\([0-9]\{3\}\)$/\1,\2/') runs" "$T/stdout" || fail "$(cat "$T/stdout")"
grep -qx 'heddle: every schedule was tried' "$T/stdout" || fail "$(cat "$T/stdout")"
run 0 "$HEDDLE" test -n 50 --anew --out o --json j ./adds
is runs 50
run 0 "$HEDDLE" test -t 900 --out o --json j ./adds
is verdict exhausted
[ "$(json j runs)" -gt 0 ] || fail "--anew: what was tried before still counts"
run 0 "$HEDDLE" test -n 20 --heap reuse --out o --json j ./adds
is runs 20

# A systematic search, with findings: they are told again, and with SARIF, which needs more, it is made again.
for again in no yes; do
	run 0 "$HEDDLE" test -s dpor -t 900 --out o --json j ./adds touch
	is verdict exhausted
	is findings.0.kind race
	is findings.0.level warning
	grep -q '^heddle: race: .*adds.c:15' "$T/stdout" || fail "the race is not told: $(cat "$T/stdout")"
	[ -s o/findings.txt ] || fail "o/findings.txt is gone"
	if [ $again = yes ]; then is runs 0; fi
done
run 0 "$HEDDLE" test -s dpor -t 900 --sarif x.sarif --out o --json j ./adds touch
[ "$(json j runs)" -gt 0 ] || fail "--sarif: nothing was run"
run 1 "$HEDDLE" test -s dpor -t 900 --fail-on race --out o --json j ./adds touch
[ "$(json j runs)" -gt 0 ] || fail "--fail-on: nothing was run"
sed -i 's/plain = 1/plain = 2/' adds.c
"$B/bin/heddle-cc" -O1 -g -o adds adds.c -pthread
run 0 "$HEDDLE" test -s dpor -t 900 --out o --json j ./adds touch
[ "$(json j runs)" -gt 0 ] || fail "another build: nothing was run"

# By chance: five searches, five seeds.
rm -rf o
for _ in 1 2 3 4 5; do run 0 "$HEDDLE" test -q -s pct -n 30 --out o ./adds; done
[ "$(ask 'SELECT count(DISTINCT seed), sum(runs) FROM search')" = '5|150' ] || fail "$(ask 'SELECT seed, runs FROM search')"

# What a program reads may have changed, and nobody compares it: such a search is made again, and what goes on is no proof.
cat >reads.c <<'CODE'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n, careless;
static void *work(void *unused)
{
	if (careless) {
		int seen = n;
		n = seen + 1;
	} else {
		pthread_mutex_lock(&lock);
		n++;
		pthread_mutex_unlock(&lock);
	}
	return unused;
}
int main(int argc, char **argv)
{
	pthread_t t[2];
	FILE *f = argc > 1 ? fopen(argv[1], "r") : NULL;
	careless = f ? fgetc(f) == '1' : getenv("CARELESS") != NULL;
	if (f)
		fclose(f);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, work, 0);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	assert(n == 2);
	return 0;
}
CODE
"$B/bin/heddle-cc" -O1 -g -o reads reads.c -pthread
echo 0 >settings
run 0 "$HEDDLE" test -t 900 --out reads-file --json j ./reads settings
is verdict exhausted
run 0 "$HEDDLE" test -s dfs -n 3 -t 900 --out goes-on --json j ./reads settings
is verdict passed
run 0 "$HEDDLE" test -s dfs -t 900 --out goes-on --json j ./reads settings
is verdict passed
grep -q 'reads something that Heddle does not control' "$T/stdout" || fail "it is not said why that is no proof: $(cat "$T/stdout")"
echo 1 >settings
run 1 "$HEDDLE" test -t 900 --out reads-file --json j ./reads settings

# A variable of the environment is known: another value makes another search.
run 0 "$HEDDLE" test -t 900 --out reads-variable --json j ./reads
is verdict exhausted
run 0 "$HEDDLE" test -t 900 --out reads-variable --json j ./reads
is runs 0
CARELESS=yes run 1 "$HEDDLE" test -t 900 --out reads-variable --json j ./reads
