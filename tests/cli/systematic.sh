#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# -s dpor leaves out what makes no difference, and nothing else: on small programs, each with other operations, it reaches exactly
# the final states that -s dfs reaches, which tries every schedule, in as many runs as these schedules have traces. So do, for the
# states, -s chess and -s delay-bound without a bound, and -s value.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit
for part in states more; do
	"$B/bin/heddle-cc" -O1 -g -o $part "$ROOT/tests/cli/systematic_$part.c" -pthread || fail "$part"
done

# search STRATEGY PROGRAM OPTIONS…: a program of $part, to the end; leaves the states in the file STRATEGY and counts the runs.
search()
{
	local strategy=$1 program=$2
	shift 2
	rm -f lines
	run 0 "$HEDDLE" test -s "$strategy" "$@" -t 900 --check none --no-store --json j --out o -- "./$part" "$program" lines
	[ "$(json j verdict)" = exhausted ] || fail "$program, $strategy: $(json j verdict): $(json j proof.sentence)"
	[ "$(json j proof.all)" = true ] || fail "$program, $strategy: not all"
	sort -u lines >"$strategy"
	runs=$(json j runs)
}

# A thread that waits for a write to one of two places depends on both where it goes on: a little more is shown than there are traces.
more_runs=" spins_for_two spins_for_sum "

# compare PROGRAM: dfs and dpor, and the two that are made for bounds.
compare()
{
	local traces shown strategy
	search dfs "$1"
	all=$runs traces=$(json j proof.traces)
	[ "$traces" -gt 0 ] || fail "$1: $traces traces"
	[ "$(wc -l <dfs)" -gt 1 ] || [ "$traces" -gt 1 ] || fail "$1 has one state and one trace only"
	search dpor "$1"
	cmp dfs dpor || fail "$1: dpor reaches other states"
	[ "$runs" -lt "$all" ] || fail "$1: $runs runs of dpor, $all of dfs"
	shown=$(($(json j proof.runs) - $(json j proof.redundant_runs)))
	case $more_runs in
	*" $1 "*) [ $shown -ge "$traces" ] || fail "$1: $shown of $traces traces" ;;
	*) [ $shown = "$traces" ] || fail "$1: $shown runs that are not redundant, $traces traces" ;;
	esac
	for strategy in chess delay-bound; do
		search $strategy "$1" --bound all
		cmp dfs $strategy || fail "$1: $strategy reaches other states"
	done
}

part=states n=0
for program in $(./states); do
	compare "$program"
	search value "$program"
	cmp dfs value || fail "$program: value reaches other states"
	[ "$runs" -lt "$all" ] || fail "$program: $runs runs of value, $all of dfs"
	n=$((n + 1))
done
part="more"
for program in $(./more); do
	compare "$program"
	n=$((n + 1))
done
[ $n -ge 50 ] || fail "$n programs"

# A search that is stopped says about how far it has come.
part=states
run 0 "$HEDDLE" test -s dpor -n 8 --check none --no-store --json j --out o -- ./states updates lines
grep -qE '^heddle: about [0-9.]+ % of the search tree was tried$' stdout || fail "no estimate: $(cat stdout)"
awk "BEGIN { exit !($(json j proof.explored) > 0 && $(json j proof.explored) < 1) }" || fail "explored: $(json j proof.explored)"
run 0 "$HEDDLE" test -s dpor --check none --no-store --json j --out o -- ./states updates lines
[ "$(json j proof.explored)" = 1.0 ] || fail "all explored: $(json j proof.explored)"

# … and so does one that several workers share.
run 0 "$HEDDLE" test -s dpor -j 3 -n 20 --check none --no-store --json j --out o -- ./states updates lines
grep -qE '^heddle: about [0-9.]+ % of the search tree was tried$' stdout || fail "no estimate with 3 workers: $(cat stdout)"
awk "BEGIN { exit !($(json j proof.explored) > 0 && $(json j proof.explored) < 1) }" || fail "explored: $(json j proof.explored)"
run 0 "$HEDDLE" test -s dpor -j 3 --check none --no-store --json j --out o -- ./states updates lines
[ "$(json j proof.explored)" = 1.0 ] || fail "all explored by 3 workers: $(json j proof.explored)"

# Threads that have nothing to do with each other: one run, and one more because the first had to learn what is shared.
cat >apart.c <<'EOF'
#include <pthread.h>
static pthread_mutex_t locks[4];
static int x[4];
static void *add(void *me)
{
	pthread_mutex_lock(&locks[(long)me]);
	x[(long)me]++;
	pthread_mutex_unlock(&locks[(long)me]);
	return 0;
}
int main(void)
{
	pthread_t t[4];
	for (long i = 0; i < 4; i++)
		pthread_create(&t[i], 0, add, (void *)i);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], 0);
	return 0;
}
EOF
"$B/bin/heddle-cc" -g -o apart apart.c -pthread || fail "apart.c"
run 0 "$HEDDLE" test -s dpor -t 900 --json j --out o -- ./apart
[ "$(json j verdict)" = exhausted ] || fail "apart: $(json j verdict)"
[ "$(json j runs)" -le 2 ] || fail "apart: $(json j runs) runs"

# In which order threads come to a barrier makes no difference, but for the one that comes last: of four threads each may be the last one,
# in each of two rounds. The runs beyond these 16 are told as redundant, in words and in JSON.
cat >last.c <<'EOF'
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static pthread_barrier_t barrier;
static char last[] = "..\n";
static void *pass_twice(void *me)
{
	for (int round = 0; round < 2; round++)
		if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
			last[round] = (char)('0' + (long)me);
	return 0;
}
int main(void)
{
	pthread_t t[4];
	int fd = open("lines", O_WRONLY | O_CREAT | O_APPEND, 0600);
	pthread_barrier_init(&barrier, 0, 4);
	for (long i = 1; i < 4; i++)
		pthread_create(&t[i], 0, pass_twice, (void *)i);
	pass_twice(0);
	for (int i = 1; i < 4; i++)
		pthread_join(t[i], 0);
	if (write(fd, last, 3) != 3)
		return 2;
	return close(fd);
}
EOF
"$B/bin/heddle-cc" -g -o last last.c -pthread || fail "last.c"
rm -f lines
run 0 "$HEDDLE" test -j 1 -s dpor -t 100 --check none --no-store --json j --out o -- ./last
[ "$(json j verdict)" = exhausted ] || fail "last: $(json j verdict)"
[ "$(sort -u lines | wc -l)" = 16 ] || fail "last: $(sort -u lines | wc -l) final states"
redundant=$(json j proof.redundant_runs)
[ $(($(json j proof.runs) - redundant)) = 16 ] || fail "last: $(json j proof.runs) runs, $redundant of them redundant"
[ "$redundant" -gt 0 ] || fail "last: no run is redundant: the sentence about them is not tried"
grep -q "every schedule was tried; $redundant runs only repeated another in a different order of independent steps" stdout ||
	fail "last: $(cat stdout)"

# A failure is found whatever comes first, a deadlock too, and it replays.
cat >cycle.c <<'EOF'
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *other(void *unused)
{
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a);
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return unused;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	pthread_join(t, 0);
	return 0;
}
EOF
"$B/bin/heddle-cc" -g -o cycle cycle.c -pthread || fail "cycle.c"
run 1 "$HEDDLE" test -s dpor -t 900 --json j --out found -- ./cycle
[ "$(json j failures.0.kind)" = deadlock ] || fail "cycle: $(json j failures.0.kind)"
run 1 "$HEDDLE" replay found/bug-1

run 2 "$HEDDLE" test -s dpor --bound 2 -- ./apart
grep -q -- '--bound is for -s chess and -s delay-bound' stderr || fail "$(cat stderr)"
