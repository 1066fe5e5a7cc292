#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# -s chess: what it finds with which bound, and when it says that everything was tried. The program fails if its threads,
# two steps each under a lock, go in the order of its argument. A thread that still has a step to do when another one
# follows it was preempted, so each order needs a known number of preemptions: with that bound it must be found, with one
# less all schedules must be tried and none fail.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit
cat >order.c <<'EOF'
#include <pthread.h>
#include <stdint.h>
#include <string.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char trail[16];
static void *walker(void *me)
{
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&lock);
		trail[strlen(trail)] = '1' + (char)(intptr_t)me;
		pthread_mutex_unlock(&lock);
	}
	return 0;
}
int main(int argc, char **argv)
{
	pthread_t t[3];
	int n = strchr(argv[1], '3') ? 3 : 2;
	for (intptr_t i = 0; i < n; i++)
		pthread_create(&t[i], 0, walker, (void *)i);
	for (int i = 0; i < n; i++)
		pthread_join(t[i], 0);
	return argc > 1 && !strcmp(trail, argv[1]);
}
EOF
"$B/bin/heddle-cc" -o order order.c -lpthread || fail "order.c"

preemptions()
{
	local order=$1 n=0
	while [ ${#order} -gt 1 ]; do
		case ${order:1} in
		"${order:0:1}"*) ;;
		*"${order:0:1}"*) n=$((n + 1)) ;;
		esac
		order=${order:1}
	done
	echo $n
}

for order in 1122 2211 1221 1212 112233 331122 123321 213213; do
	need=$(preemptions $order)
	run 1 "$HEDDLE" test -s chess --bound "$need" -t 900 --out o -- ./order $order
	[ "$need" = 0 ] && continue
	run 0 "$HEDDLE" test -s chess --bound $((need - 1)) -t 900 --json j --out o2 -- ./order $order
	[ "$(json j verdict)" = exhausted ] || fail "$order with $((need - 1)): $(json j verdict)"
	grep -q '^heddle: exhausted: no failure' stdout || fail "no verdict for people"
done
[ "$need" = 3 ] || fail "213213 takes 3 preemptions, not $need"
[ "$(json j proof.preemptions)" = 2 ] || fail "bound: $(json j proof.preemptions)"
[ "$(json j proof.sentence)" = "every schedule with at most 2 preemptions was tried" ] || fail "$(json j proof.sentence)"
[ "$(json j proof.gaps.#)" = 0 ] || fail "gaps"
[ "$(json j proof.repeated_runs)" -gt 0 ] || fail "the passes for 1 and 2 preemptions repeat no run of the one before"
[ "$(json j proof.repeated_runs)" -lt "$(json j proof.runs)" ] || fail "$(json j proof.repeated_runs) of $(json j proof.runs) runs repeated"

# A bound that is never reached: all schedules there are.
run 0 "$HEDDLE" test -s chess --bound 99 --json j --out o2 -- ./order 12
[ "$(json j proof.sentence)" = "every schedule was tried" ] || fail "$(json j proof.sentence)"
[ "$(json j proof.all)" = true ] || fail "all: $(json j proof.all)"

# Without a bound: the same, in one pass and far fewer runs.
many=$(json j runs)
run 0 "$HEDDLE" test -s chess --bound all --json j --out o2 -- ./order 12
[ "$(json j proof.repeated_runs)" = 0 ] || fail "one pass repeats $(json j proof.repeated_runs) runs"
[ "$(json j proof.sentence)" = "every schedule was tried" ] || fail "$(json j proof.sentence)"
[ "$(json j verdict)" = exhausted ] || fail "--bound all: $(json j verdict)"
[ $((2 * $(json j runs))) -lt "$many" ] || fail "$(json j runs) runs without a bound, $many with one"
run 1 "$HEDDLE" test -s chess --bound all -t 900 --out o -- ./order 213213

# The search goes on where it was, in a new process too.
for reset in place fork exec; do
	run 0 "$HEDDLE" test -s chess --bound 1 --reset $reset --hashes h.$reset --json j -q --out o2 -- ./order 12
	[ "$(json j verdict)" = exhausted ] || fail "--reset $reset: $(json j verdict)"
	cmp h.place h.$reset || fail "--reset $reset leads to other runs"
done

# Not finished: passed. Not under control: passed, with the reason.
run 0 "$HEDDLE" test -s chess -n 20 --json j --out o2 -- ./order 123456
[ "$(json j verdict)" = passed ] || fail "20 runs: $(json j verdict)"
gap()
{
	local why=$1
	shift
	run 0 "$HEDDLE" test -s chess -t 900 -n 3000 --json j --out o2 -- "$@"
	[ "$(json j verdict)" = passed ] || fail "$*: $(json j verdict)"
	case $(json j proof.gaps.0) in *"$why"*) ;; *) fail "$*: $(json j proof.gaps.0)" ;; esac
	grep -q "it is not proved that .*$why" stdout || fail "$*: nobody is told"
}
# A loop is seen as one that only spins if a round has at most 16 operations.
cat >rounds.c <<'EOF'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flags[20];
static void *set_all(void *unused)
{
	for (int i = 0; i < 20; i++)
		flags[i] = 1;
	return unused;
}
static int count(int length)
{
	int sum = 0;
	for (int i = 0; i < length; i++)
		sum += flags[i];
	return sum;
}
int main(int argc, char **argv)
{
	pthread_t t;
	int length = argc > 1 ? 20 : 2;
	(void)argv;
	pthread_create(&t, 0, set_all, 0);
	while (count(length) < length)
		;
	pthread_join(t, 0);
	return 0;
}
EOF
"$B/bin/heddle-cc" -O1 -g -o rounds rounds.c -pthread || fail "rounds.c"
gap "spins" ./rounds long
for strategy in chess delay-bound; do
	for program in ./rounds "$(build "$(source_of clean_peterson)" gcc)"; do
		run 0 "$HEDDLE" test -s $strategy -t 900 --json j --out o2 -- "$program"
		[ "$(json j verdict)" = exhausted ] || fail "$strategy, $program: $(json j verdict): $(json j proof.sentence)"
	done
done
gap "time is virtual" "$(build "$(source_of sync_cond_timed)" gcc)"

# Delays instead of preemptions: 2211 needs one, because the scheduler would let the first thread begin, and 1221 as well.
run 1 "$HEDDLE" test -s delay-bound --bound 1 -t 900 --out o -- ./order 2211
run 1 "$HEDDLE" replay o/bug-1
run 0 "$HEDDLE" test -s delay-bound --bound 0 -t 900 --json j --out o2 -- ./order 2211
[ "$(json j proof.sentence)" = "every schedule without delays was tried" ] || fail "$(json j proof.sentence)"
[ "$(json j verdict)" = exhausted ] || fail "no delays: $(json j verdict)"
[ "$(json j proof.delays)" = 0 ] || fail "delays: $(json j proof.delays)"
run 0 "$HEDDLE" test -s delay-bound --bound 99 -t 900 --json j --out o2 -- ./order 12
[ "$(json j proof.sentence)" = "every schedule was tried" ] || fail "$(json j proof.sentence)"
run 1 "$HEDDLE" test -s preemption-bound --bound 2 -t 900 --out o -- ./order 1212

# One worker unless the user wants more; the bound is for chess and delay-bound.
run 0 "$HEDDLE" test -s chess -n 20 --json j --out o2 -- ./order 123456
[ "$(json j jobs)" = 1 ] || fail "jobs: $(json j jobs)"
run 0 "$HEDDLE" test -s chess -j 2 -n 20 --json j --out o2 -- ./order 123456
[ "$(json j jobs)" = 2 ] || fail "jobs: $(json j jobs)"
run 2 "$HEDDLE" test -s pct --bound 2 -- ./order 1
grep -q -- '--bound is for -s chess' stderr || fail "$(cat stderr)"
run 2 "$HEDDLE" test -s chess --bound -1 -- ./order 1
run 2 "$HEDDLE" test -s chess --bound x -- ./order 1
