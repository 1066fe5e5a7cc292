#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# What becomes of findings: exit status, --check, --fail-on, suppressions, the file with all of them; and libraries that
# were not rebuilt, whose own synchronisation nobody sees.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit

cat >stats.c <<'END'
#include <pthread.h>
static int table[2];
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
void stats_add(int i)
{
	table[i]++;
}
static void *worker(void *unused)
{
	stats_add(1);
	return unused;
}
int main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, worker, 0);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	for (int i = 0; i < 2; i++) { /* an order that one thread alone may have */
		pthread_mutex_lock(&locks[i]);
		pthread_mutex_lock(&locks[!i]);
		pthread_mutex_unlock(&locks[!i]);
		pthread_mutex_unlock(&locks[i]);
	}
	return 0;
}
END
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O0 -g -pthread -o stats stats.c

# told N STATUS OPTION…: so many findings, and this exit status.
told()
{
	local n=$1 status=$2
	shift 2
	run "$status" "$HEDDLE" test -n 100 -t 900 --json json --out out "$@" -- ./stats
	[ "$(json json findings.#)" = "$n" ] || fail "$*: $(json json findings) instead of $n findings"
	if [ "$n" = 0 ]; then
		[ ! -e out/findings.txt ] || fail "$*: there is a findings.txt"
	else
		grep -q '^heddle: race: ' out/findings.txt || fail "$*: findings.txt does not say it"
	fi
}

# ---- what is looked for, and what it means for the exit status ----
told 1 0
grep -q '^heddle: race: thread [12] (worker) .* `table\[1\]` at .*, and nothing orders them$' <(unfolded stdout) || fail "not told"
grep -q '^heddle: 1 finding (not counted as a failure): see above$' stdout || fail "not counted"
{ # five are told, and the sixth is only counted
	echo '#include <pthread.h>'
	echo 'static int a, b, c, d, e, f;'
	echo 'static void *worker(void *p) {'
	for v in a b c d e f; do echo "$v = 1;"; done
	echo 'return p; } int main(void) { pthread_t t[2];'
	echo 'for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0); for (int i = 0; i < 2; i++) pthread_join(t[i], 0); return 0; }'
} >six.c
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O0 -g -pthread -o six six.c
run 0 "$HEDDLE" test -n 100 -t 900 --seed 1 --out six.out -- ./six
grep -q '^heddle: 1 more finding is in six.out/findings.txt$' stdout || fail "six findings: $(grep more stdout)"
case $(json json verdict) in passed | exhausted) ;; *) false ;; esac || fail "verdict $(json json verdict)"
[ "$(json json findings.0.kind)" = race ] || fail "kind"
[ "$(json json findings.0.sites.#)" = 2 ] || fail "sites"
[ "$(json json findings.0.sites.0)" = "stats_add $T/stats.c:6:10" ] || fail "site: $(json json findings.0.sites.0)"
told 1 0 -q
grep -q '^heddle: 1 finding (not counted as a failure): see out/findings.txt$' stdout || fail "-q: no hint"
told 0 0 --check none
told 0 0 --check lock-order
told 1 0 --check race
told 1 0 --check lock-order,race
told 1 1 --fail-on race
[ "$(json json verdict)" = failed ] || fail "--fail-on: verdict $(json json verdict)"
told 1 1 --fail-on default
told 1 0 --check default
told 1 0 --fail-on lock-order
told 1 0 --fail-on none
for option in --check --fail-on; do
	refuses "there is no check .wrong.; there are: race, lock-order, atomic-set, .*all, none" "$HEDDLE" test $option race,wrong -- ./stats
	refuses "there is no check" "$HEDDLE" test $option "" -- ./stats
done
refuses "leaves out" "$HEDDLE" test --check lock-order --fail-on race -- ./stats

# ---- suppressions ----
suppressed() { # N LINE…: so many findings are left when these are in the file
	local n=$1
	shift
	printf '%s\n' "$@" >known.supp
	told "$n" 0 --suppressions known.supp
}
suppressed 0 'race:stats_add'
suppressed 0 'race:stats_*   # counters that may be wrong'
suppressed 0 '# all' '' '  race : worker  '
suppressed 0 'race:stats.c'
suppressed 0 "race:$(basename "$T")/*.c"
suppressed 0 "race:$T/stats.c"
suppressed 0 'race:table[1]' # by the object
suppressed 0 'race:tabl?*'
suppressed 0 'lock-order:no_such_function' 'race:*'
suppressed 1 'lock-order:*'
suppressed 0 'race:stats_ad' # anywhere in the name
suppressed 0 'race:^stats_add$'
suppressed 0 'race_top:stats_add'
suppressed 0 'race:^stats.c$'
suppressed 0 "called_from_lib:^stats$"
suppressed 0 'thread:*' 'signal:*' 'mutex:*' 'deadlock:*' 'race:worker'
suppressed 1 'race:^tats'
suppressed 1 'race:stats_ad$'
suppressed 1 'race_top:worker'
suppressed 1 'deadlock:*' 'thread:*' 'signal:*' 'mutex:*'
suppressed 1 'race:table[0]'
suppressed 1 '#race:*'
printf 'race:*' >known.supp # without a newline
told 0 0 --suppressions known.supp --fail-on race
for line in 'races:*' 'race' 'race:' 'race:   # nothing' ':x' 'stats_add'; do
	printf '%s\n' '# a comment' "$line" 'race:*' >known.supp
	refuses 'known.supp:2: a suppression is `KIND:PATTERN`, and KIND one of race, race_top, deadlock' \
		"$HEDDLE" test -n 10 --suppressions known.supp -- ./stats
done
refuses 'cannot read .*no-such-file' "$HEDDLE" test --suppressions no-such-file -- ./stats
refuses 'cannot read' "$HEDDLE" test --suppressions . -- ./stats
printf 'race:stats_add\n' >known.supp
TSAN_OPTIONS="halt_on_error=1 suppressions=$PWD/known.supp" told 0 0
TSAN_OPTIONS="halt_on_error=1" told 1 0
refuses 'cannot read .*no-such-file' env TSAN_OPTIONS=suppressions=no-such-file "$HEDDLE" test -- ./stats

# Small runs are all watched at first. Of large ones only some are, and every eighth.
cat >large.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int cells[1000], rounds;
static void *work(void *unused)
{
	for (int r = 0; r < rounds; r++) {
		pthread_mutex_lock(&lock);
		for (int i = 0; i < 1000; i++)
			cells[i]++;
		pthread_mutex_unlock(&lock);
	}
	return unused;
}
int main(int argc, char **argv)
{
	pthread_t t[2];
	rounds = atoi(argv[argc - 1]);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
END
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -o large large.c -pthread || fail "cannot build large.c"
watched()
{
	run 0 "$HEDDLE" test -v -s random -n 64 -t 900 -j 1 --seed 1 --out large-out -- ./large "$1"
	sed -n 's/^heddle: analyses watched \([0-9]*\) runs.*/\1/p' "$T/stderr"
}
all=$(watched 1) some=$(watched 8)
[ "$all" = 64 ] || fail "of 64 small runs $all are watched"
[ "$some" -lt 40 ] && [ "$some" -ge 8 ] || fail "of 64 large runs $some are watched"
