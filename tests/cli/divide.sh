#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A systematic search is divided over workers, and goes on where an earlier one has ended: no run is made twice, and none is left
# out. Its verdict does not depend on that.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit
cat >adds.c <<'CODE'
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static atomic_int x, y;
static int rounds, fails;
static void *work(void *me)
{
	for (int i = 0; i < rounds; i++) {
		atomic_fetch_add(&x, 1);
		atomic_fetch_add(&y, (int)(long)me);
	}
	if (fails && x == 5)
		abort();
	return 0;
}
/* One byte for each run; the hundredth interrupts heddle. */
static void count(const char *file)
{
	int fd = open(file, O_WRONLY | O_APPEND);
	if (fd < 0 || write(fd, "x", 1) != 1)
		_exit(2);
	if (lseek(fd, 0, SEEK_CUR) == 100)
		kill(getppid(), SIGINT);
	close(fd);
}
int main(int argc, char **argv)
{
	pthread_t t[3];
	int n = atoi(argv[1]);
	rounds = atoi(argv[2]);
	fails = argc > 3 && !strcmp(argv[3], "fails");
	if (argc > 4)
		count(argv[4]);
	for (long i = 0; i < n; i++)
		pthread_create(&t[i], 0, work, (void *)(i + 1));
	for (int i = 0; i < n; i++)
		pthread_join(t[i], 0);
	return 0;
}
CODE
"$B/bin/heddle-cc" -O1 -g -o adds adds.c -pthread || fail "adds.c"

# search STRATEGY OPTION… ARGS: one search, or a part of one. Sets runs and verdict, and shown: the runs that were not redundant,
# those that were made before included.
search()
{
	local strategy=$1
	shift
	run 0 "$HEDDLE" test -s "$strategy" -t 300 --check none --json j "${@:1:$#-1}" -- ./adds ${!#}
	runs=$(json j runs)
	shown=$((runs + $(json j proof.earlier_runs) - $(json j proof.redundant_runs)))
	verdict=$(json j verdict)
}

# Several workers. dfs and chess make the runs of one, dpor shows the same traces.
for strategy in dfs chess dpor; do
	args="2 3"
	[ $strategy = dfs ] || args="3 2"
	search $strategy --no-store --out alone "$args"
	[ "$verdict" = exhausted ] || fail "$strategy: $verdict"
	all=$runs traces=$shown
	[ "$all" -gt 500 ] || fail "$strategy: only $all runs"
	search $strategy -j 3 --no-store --out shared "$args"
	[ "$verdict" = exhausted ] || fail "$strategy, 3 workers: $verdict"
	[ "$(json j proof.all)" = "$([ $strategy = chess ] && echo false || echo true)" ] || fail "$strategy: $(json j proof.all)"
	[ "$shown" = "$traces" ] || fail "$strategy, 3 workers: $shown traces instead of $traces"
	[ $strategy = dpor ] || [ "$runs" = "$all" ] || fail "$strategy, 3 workers: $runs runs instead of $all"

	# Ended by -n again and again: the sum is the same.
	sum=0 parts=0 verdict=
	while [ "$verdict" != exhausted ]; do
		search $strategy -n $((all / 3)) --out "parts-$strategy" "$args"
		[ $parts = 0 ] || grep -q 'note: going on with the search of .*/adds: .* runs done, at least [0-9,]* left to try' stderr ||
			fail "$strategy: $(cat stderr)"
		[ "$(json j proof.earlier_runs)" = $sum ] || fail "$strategy: $(json j proof.earlier_runs) earlier runs instead of $sum"
		sum=$((sum + runs)) parts=$((parts + 1))
		[ $parts -lt 6 ] || fail "$strategy: it does not end"
	done
	[ $sum = "$all" ] || fail "$strategy: $sum runs in $parts parts instead of $all"
	[ $parts = 4 ] || fail "$strategy: $parts parts"
done

# Interrupted in the hundredth run, and gone on with by two workers.
: >ran
run 2 env --default-signal=INT "$HEDDLE" test -s dpor -t 300 --check none --json j --out parts -- ./adds 3 2 counts ran
[ "$(json j verdict)" = interrupted ] || fail "$(json j verdict)"
[ "$(json j runs)" -ge 99 ] || fail "$(json j runs) runs before it was interrupted"
search dpor -j 2 --out parts "3 2 counts ran"
grep -q 'going on with the search' stderr || fail "$(cat stderr)"
interrupted=$shown
[ "$(json j proof.earlier_runs)" -ge 99 ] || fail "$(json j proof.earlier_runs) runs before"
search dpor --no-store --out alone "3 2 counts ran"
[ $interrupted = "$shown" ] || fail "interrupted: $interrupted traces instead of $shown"

# begins_anew WHY: the coming search does not go on with the one before.
begins_anew()
{
	grep -q 'going on' stderr && fail "it goes on: $(cat stderr)"
	grep -qE "begins anew.*$1" stderr || fail "it does not say \"$1\": $(cat stderr)"
}
search dpor -n 50 --out anew "3 2"
search dpor -n 50 --out anew --heap reuse "3 2"
begins_anew 'other options'
search dpor -n 50 --out anew "3 2"
begins_anew 'other options'
search dpor -n 50 --out anew --anew "3 2"
[ ! -s stderr ] || fail "--anew: $(cat stderr)"
[ "$(json j proof.earlier_runs)" = 0 ] || fail "--anew: it goes on"
search dpor -n 50 --out anew "2 2"
[ ! -s stderr ] || fail "other arguments: $(cat stderr)"
search dpor -n 50 --seed 1 --out anew "3 2"
[ ! -s stderr ] || fail "--seed: $(cat stderr)"
sqlite3 anew/heddle.db "UPDATE unfinished SET left = substr(left, 1, length(left) - 20)"
search dpor -n 50 --out anew "3 2"
begins_anew 'damaged: its length'
sqlite3 anew/heddle.db "UPDATE unfinished SET left = zeroblob(length(left))"
search dpor -n 50 --out anew "3 2"
begins_anew 'damaged: it is of another version'
sed -i 's/x == 5/x == 4/' adds.c
"$B/bin/heddle-cc" -O1 -g -o adds adds.c -pthread || fail "adds.c"
search dpor -n 50 --out anew "3 2"
begins_anew 'adds is not the same file'

# A store of the version before that has no table for this gets one, with those of later versions.
sqlite3 anew/heddle.db "$NO_CAMPAIGNS DROP TABLE unfinished; DROP TABLE attempt; DROP TABLE searched; DROP TABLE shown; PRAGMA user_version = 1"
search dpor -n 50 --out anew "3 2"
[ ! -s stderr ] || fail "old store: $(cat stderr)"
search dpor -n 50 --out anew "3 2"
grep -q 'going on' stderr || fail "old store: $(cat stderr)"

# After a failure the search is not gone on with: it would look as if there was none.
run 1 "$HEDDLE" test -s dfs -t 300 --out failed -- ./adds 2 3 fails
run 1 "$HEDDLE" test -s dfs -t 300 --out failed -- ./adds 2 3 fails
grep -q 'going on' stderr && fail "it goes on after a failure"
true
