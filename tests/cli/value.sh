#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# -s value: its first runs try the orders that are likeliest to fail, and in the end it says of each pair that static analysis finds in the
# code whether both orders were tried, or why one of them cannot be.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit
cat >pairs.c <<'EOC'
#include <pthread.h>
#include <stdio.h>
static int both, never, cells[2];
static volatile int zero;
static void touch(long cell)
{
	cells[cell & 1] = 1;
}
static void *one(void *cell)
{
	both = 1;
	touch((long)cell);
	if (zero)
		never = 1;
	return 0;
}
static void *two(void *cell)
{
	both = 2;
	touch((long)cell);
	if (zero)
		never = 2;
	return 0;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, one, (void *)0);
	pthread_create(&b, 0, two, (void *)1);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
EOC
HEDDLE_CC=clang "$B/bin/heddle-cc" -g -o pairs pairs.c -pthread || fail "pairs.c"

# states KIND STATE: of the pairs in the summary, those of this kind and state, one a line: operations and why. They go to the file
# list, too, because grep -q would end before all are written.
states()
{
	python3 -c 'import json, sys
for p in json.load(open("j"))["pairs"]["list"]:
    if p["kind"] == sys.argv[1] and p["state"] == sys.argv[2]:
        print(*[o.split(" ")[1] for o in p["operations"]], p["why"])' "$1" "$2" >list
	cat list
}

# has KIND STATE TEXT: there is such a pair.
has()
{
	states "$1" "$2" >/dev/null
	grep -q "$3" list || fail "no $1 is $2 with $3: $(cat list)"
}
run 0 "$HEDDLE" test -s value --no-store --json j --out o -- ./pairs
[ "$(json j verdict)" = exhausted ] || fail "pairs: $(json j verdict)"
[ "$(json j pairs.from)" = code ] || fail "pairs from $(json j pairs.from)"
[ "$(json j pairs.left)" = 0 ] || fail "left: $(states RW left)"
has RW 'tried in both orders' 'pairs.c:11:7 pairs.c:19:7'
has RW infeasible 'pairs.c:14:9 pairs.c:22:9 one of the two is never executed'
has RW infeasible 'pairs.c:7:18 pairs.c:7:18 no schedule does both to the same object'
grep -q "of $(json j pairs.list | python3 -c 'import json,sys; print(len(json.load(sys.stdin)))') pairs that the code has, " stdout || fail "$(cat stdout)"

# Each pair is listed if asked for; after one run all that are not done are left.
run 0 "$HEDDLE" test -s value -n 1 --no-store --explain-pairs --json j --out o -- ./pairs
grep -q '^  RW  .*pairs.c:11:7 one .*pairs.c:19:7 two .* left$' stdout || fail "$(cat stdout)"
[ "$(json j pairs.infeasible)" = 0 ] || fail "infeasible after one run"

# Without bitcode, the pairs are those that runs have shown, and it says so.
HEDDLE_CC=gcc "$B/bin/heddle-cc" -g -o unread pairs.c -pthread || fail "pairs.c by gcc"
run 0 "$HEDDLE" test -s value --no-store --json j --out o -- ./unread
[ "$(json j pairs.from)" = runs ] || fail "pairs from $(json j pairs.from)"
[ "$(json j pairs.both_orders)" = 1 ] || fail "both: $(states RW 'tried in both orders')"
grep -q 'runs have shown (the code could not be analysed: it has no bitcode)' stdout || fail "$(cat stdout)"

run 2 "$HEDDLE" test -s dpor --explain-pairs -- ./pairs
grep -q -- '--explain-pairs is for -s value' stderr || fail "$(cat stderr)"

# A wrong order that one pair makes is tried by the second run, whatever else there is: a depth-first search comes to it last.
cat >early.c <<'EOC'
#include <assert.h>
#include <pthread.h>
static int ready, data, noise[8];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void work(int me)
{
	for (int i = 0; i < 4; i++) {
		pthread_mutex_lock(&m);
		noise[me]++;
		pthread_mutex_unlock(&m);
	}
}
static void *writer(void *unused)
{
	data = 1;
	ready = 1;
	work(0);
	return unused;
}
static void *reader(void *unused)
{
	int r = ready;
	work(1);
	assert(!r || data);
	assert(r);
	return unused;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, writer, 0);
	pthread_create(&b, 0, reader, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
EOC
"$B/bin/heddle-cc" -g -o early early.c -pthread || fail "early.c"
run 1 "$HEDDLE" test -s value --no-store --json j --out o -- ./early
[ "$(json j runs)" -le 3 ] || fail "early: $(json j runs) runs"
run 1 "$HEDDLE" replay o/bug-1

# Threads that spin wait until another one writes, in the runs that are tried out of their turn as well: so a lock that spins is proved, and
# a loop that yields and counts its rounds does not keep an excursion from its end.
for name in peterson ticket; do
	"$B/bin/heddle-cc" -O1 -g -o $name "$ROOT/tests/classics/$name.c" -pthread || fail "$name"
	run 0 "$HEDDLE" test -s value --no-store --json j --out o -- ./$name
	[ "$(json j verdict)" = exhausted ] || fail "$name: $(json j verdict): $(json j proof.sentence)"
done
cat >counts.c <<'EOC'
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
static atomic_int flag, rounds;
static void *waits(void *unused)
{
	while (!atomic_load(&flag)) {
		atomic_fetch_add(&rounds, 1);
		sched_yield();
	}
	return unused;
}
int main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, waits, 0);
	atomic_fetch_add(&rounds, 1);
	atomic_store(&flag, 1);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	return 0;
}
EOC
"$B/bin/heddle-cc" -O1 -g -o counts counts.c -pthread || fail "counts.c"
run 0 "$HEDDLE" test -s value -n 300 -t 60 --no-store --json j --out o -- ./counts
[ "$(json j runs)" = 300 ] || [ "$(json j verdict)" = exhausted ] || fail "counts: $(json j runs) runs, $(json j verdict)"

# The code guides the search: where no run has come yet is tried as soon as the code is known. Here the second thread comes to its last reads
# of stage only while the first one stands still between two writes, and a depth-first search first turns all the noise over.
cat >hidden.c <<'EOC'
#include <assert.h>
#include <pthread.h>
static volatile int stage, data = 1, noise[3];
static void *writer(void *unused)
{
	stage = 1;
	stage = 2;
	data = 0;
	return unused;
}
static void *reader(void *unused)
{
	if (stage == 1)
		if (stage == 1)
			if (stage == 1)
				assert(data || ROUNDS == 1);
	return unused;
}
static void *noisy(void *unused)
{
	for (int i = 0; i < ROUNDS; i++)
		noise[i]++;
	return unused;
}
int main(void)
{
	pthread_t t[5];
	pthread_create(&t[0], 0, writer, 0);
	pthread_create(&t[1], 0, reader, 0);
	for (int i = 2; i < 5; i++)
		pthread_create(&t[i], 0, noisy, 0);
	for (int i = 0; i < 5; i++)
		pthread_join(t[i], 0);
	return 0;
}
EOC
HEDDLE_CC=clang "$B/bin/heddle-cc" -g -DROUNDS=3 -o hidden hidden.c -pthread || fail "hidden.c"
HEDDLE_CC=clang "$B/bin/heddle-cc" --no-bitcode -g -DROUNDS=3 -o hidden.unread hidden.c -pthread || fail "hidden.c without bitcode"
run 1 "$HEDDLE" test -s value -t 100 --no-store --check none --json j --out o -- ./hidden
[ "$(json j runs)" -le 150 ] || fail "hidden: $(json j runs) runs"
guided=$(json j runs)
run 1 "$HEDDLE" replay o/bug-1
run 1 "$HEDDLE" test -s value -t 100 --no-store --check none --json j --out o -- ./hidden
[ "$(json j runs)" = "$guided" ] || fail "hidden: $(json j runs) runs, and $guided before"
run 0 "$HEDDLE" test -s value -t 100 -n 4000 --no-store --check none --json j --out o -- ./hidden.unread
[ "$(json j runs)" = 4000 ] || fail "hidden without bitcode: $(json j runs) runs"

# What is proved is the same, with few runs more: what the code guides to is no part of the depth-first search.
HEDDLE_CC=clang "$B/bin/heddle-cc" -g -DROUNDS=1 -o calm hidden.c -pthread || fail "calm"
HEDDLE_CC=clang "$B/bin/heddle-cc" --no-bitcode -g -DROUNDS=1 -o calm.unread hidden.c -pthread || fail "calm without bitcode"
run 0 "$HEDDLE" test -s value -t 100 --no-store --check none --json guided --out o -- ./calm
run 0 "$HEDDLE" test -s value -t 100 --no-store --check none --json j --out o -- ./calm.unread
for what in verdict proof.sentence proof.runs proof.traces; do
	[ "$(json guided $what)" = "$(json j $what)" ] || fail "calm: $what is $(json guided $what), not $(json j $what)"
done
more=$(($(json guided runs) - $(json j runs)))
[ $more -gt 0 ] && [ $more -le 12 ] || fail "calm: $more runs more"

# A search that goes on with an earlier one does not try again what that has tried out of its turn, and makes no other survey: all parts together
# make few runs more than one search.
one=$(json j runs) all=0
for ((part = 0; part < 12; part++)); do
	run 0 "$HEDDLE" test -s value -t 100 -n 30 --check none --json j --out o -- ./calm.unread
	all=$((all + $(json j runs)))
	[ "$(json j verdict)" != exhausted ] || break
done
[ "$(json j verdict)" = exhausted ] || fail "not exhausted in $part parts"
[ $all -le $((one + 20)) ] || fail "$all runs in parts, $one in one search"
