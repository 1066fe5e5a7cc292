#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# heddle campaign searches all that a file names. Interrupted by Ctrl-C or killed in the middle it goes on and makes nothing again that is
# finished; the summary tells what is new since the last one, also of programs that were built again; a broken file gets one sentence.
# Searches are of so many runs, so nothing depends on how fast they are.
. "$(dirname "$0")/../lib.sh"
unset GITHUB_ACTIONS GITHUB_WORKSPACE CI_PROJECT_DIR
mkdir -p "$T/project/corpus" "$T/elsewhere"
cd "$T/project" || exit
"$B/bin/heddle-cc" -g -o depot "$ROOT/tests/cli/inputs/depot.c" -pthread
cat >bank.c <<'CODE'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *add(void *unused)
{
#ifdef FIXED
	pthread_mutex_lock(&lock);
#endif
	int seen = total;
	total = seen + 1;
#ifdef FIXED
	pthread_mutex_unlock(&lock);
#endif
	return unused;
}
int main(void)
{
	pthread_t one, two;
	pthread_create(&one, 0, add, 0);
	pthread_create(&two, 0, add, 0);
	pthread_join(one, 0);
	pthread_join(two, 0);
	assert(total == 2);
	return 0;
}
CODE
"$B/bin/heddle-cc" -g -o bank bank.c -pthread
for letter in a g n; do printf %s "$letter" >"corpus/$letter"; done
is() { [ "$(json "$1" "$2")" = "$3" ] || fail "$2 of $1 is $(json "$1" "$2"), not $3: $(cat "$T/stdout" "$T/stderr")"; }
ask() { sqlite3 "$T/o/heddle.db" "$1"; }

# Programs, inputs, tests of a list, options and budgets; paths are meant from the file's folder.
printf '%s\n' './depot corpus/g' './depot corpus/a' >list
cat >night <<'FILE'
# every night
runs 60
options --check none
program ./bank
  runs 200
program ./depot @@
	inputs corpus
tests list
FILE
cd "$T/elsewhere" || exit
run 0 "$HEDDLE" campaign --list ../project/night
[ "$(tr '\n' , <"$T/stdout")" = "bank,depot: a,depot: g,depot: n,./depot corpus/g,./depot corpus/a," ] || fail "the tests are $(cat "$T/stdout")"
run 1 "$HEDDLE" campaign -j 2 --out "$T/o" ../project/night
grep -q "^heddle: failed: bank: assert: " "$T/stdout" || fail "$(cat "$T/stdout")"
grep -q "^heddle: 1 of 6 tests failed, .*[0-9] runs in" "$T/stdout" || fail "$(cat "$T/stdout")"
is "$T/o/campaign.json" verdict failed
is "$T/o/campaign.json" tests.# 6
is "$T/o/campaign.json" campaign.new_failures '["bank"]'
is "$T/o/campaign.json" campaign.last null
[ "$(json "$T/o/campaign.json" campaign.new_interleavings)" -gt 0 ] || fail "nothing is new"
grep -q '<td>depot: a</td><td>[a-z]*</td>' "$T/o/campaign.html" || fail "the page has no row for an input"
run 1 "$HEDDLE" replay --times 3 "$T/o/bug-1"
[ "$(ask 'SELECT count(*), min(state), max(state) FROM unit')" = '6|2|2' ] || fail "the units are $(ask 'SELECT * FROM unit')"

# The same again is a new campaign, beside the last one. Then the bug is mended, and then it is back.
run 1 "$HEDDLE" campaign --out "$T/o" ../project/night
is "$T/o/campaign.json" campaign.still_failing '["bank"]'
is "$T/o/campaign.json" campaign.new_failures '[]'
grep -q 'heddle: since the campaign of .*: 0 new failures, 1 still failing, 0 no longer; 0 new interleavings' "$T/stdout" || fail "$(cat "$T/stdout")"
"$B/bin/heddle-cc" -g -DFIXED -o ../project/bank ../project/bank.c -pthread
run 0 "$HEDDLE" campaign --out "$T/o" --json "$T/fixed" --html "$T/page" ../project/night
is "$T/fixed" campaign.no_longer_failing '["bank"]'
is "$T/fixed" campaign.known.0.state fixed
is "$T/fixed" campaign.known.0.test bank
grep -q 'no longer failing: bank' "$T/stdout" || fail "$(cat "$T/stdout")"
grep -q 'fixed: bug-1: ' "$T/stdout" || fail "$(cat "$T/stdout")"
grep -q 'No longer failing' "$T/page" || fail "the page does not tell what does not fail any more"
"$B/bin/heddle-cc" -g -o ../project/bank ../project/bank.c -pthread
run 1 "$HEDDLE" campaign --out "$T/o" ../project/night
is "$T/o/campaign.json" campaign.new_failures '["bank"]'
is "$T/o/campaign.json" campaign.known.0.state regressed
grep -q 'regressed: bug-1: ' "$T/stdout" || fail "$(cat "$T/stdout")"

# Ended in the middle, by Ctrl-C and by kill -9: what is finished is finished, and the same command goes on with the rest.
cd "$T/project" || exit
for i in 1 2 3 4 5 6; do printf 'program ./depot corpus/a %s\n  runs 30000\n  options -s pos --check none\n' $i; done >long
for signal in INT KILL; do
	rm -rf "$T/o"
	env --default-signal=INT "$HEDDLE" campaign -j 1 --out "$T/o" long >"$T/stdout" 2>"$T/stderr" &
	until [ "$(ask 'SELECT count(*) FROM unit WHERE state = 2' 2>/dev/null)" -ge 2 ] 2>/dev/null; do
		kill -0 $! || fail "it ended: $(cat "$T/stdout" "$T/stderr")"
		sleep 0.02
	done
	kill -$signal $!
	status=0
	wait $! || status=$?
	if [ $signal = INT ]; then
		[ $status = 2 ] || fail "status $status after Ctrl-C: $(cat "$T/stdout" "$T/stderr")"
		grep -q 'interrupted: the same command goes on with it' "$T/stdout" || fail "$(cat "$T/stdout")"
	fi
	finished=$(ask 'SELECT count(*) FROM unit WHERE state = 2')
	[ "$finished" -lt 6 ] || fail "all was finished when it was ended: take more runs"
	ids=$(ask 'SELECT group_concat(id) FROM unit WHERE state = 2')
	ask "SELECT id, attempts, done_seconds, done_report FROM unit WHERE id IN ($ids)" >"$T/before"
	run 0 "$HEDDLE" campaign -j 1 --out "$T/o" long
	grep -q "heddle: going on with the campaign: $finished searches are done" "$T/stdout" || fail "$signal: $(cat "$T/stdout")"
	is "$T/o/campaign.json" campaign.goes_on true
	is "$T/o/campaign.json" counts.passed 6
	is "$T/o/campaign.json" runs 180000
	ask "SELECT id, attempts, done_seconds, done_report FROM unit WHERE id IN ($ids)" | cmp - "$T/before" ||
		fail "$signal: what was finished was made again"
	[ "$(ask 'SELECT count(*), sum(attempts) FROM unit')" = '6|7' ] || fail "$signal: $(ask 'SELECT key, attempts, state FROM unit')"
	[ "$(ask 'PRAGMA integrity_check')" = ok ] || fail "the store is damaged"
done

# Another process takes part: each unit is done once, by one of them. All programs are tested by both.
printf 'program ./depot @@\n  inputs corpus\n  runs 20000\n  options -s pos --check none\nprogram ./depot\n  inputs corpus\n  runs 20000\n  options -s pos --check none\n' >shared
"$HEDDLE" campaign -j 1 --out "$T/shared" shared >"$T/stdout" 2>"$T/stderr" &
until [ "$(sqlite3 "$T/shared/heddle.db" 'SELECT count(*) FROM unit' 2>/dev/null)" = 6 ]; do
	kill -0 $! || fail "it ended: $(cat "$T/stdout" "$T/stderr")"
	sleep 0.02
done
(cd / && "$HEDDLE" worker --quiet "$T/shared/heddle.db" >"$T/worker" 2>&1) || fail "the worker: $(cat "$T/worker")"
wait $! || fail "status $?: $(cat "$T/stdout" "$T/stderr")"
is "$T/shared/campaign.json" runs "$(($(json "$T/shared/campaign.json" counts.passed) * 20000 + $(sqlite3 "$T/shared/heddle.db" "SELECT ifnull(sum(done_runs), 0) FROM unit WHERE done_verdict = 'exhausted'")))"
[ "$(sqlite3 "$T/shared/heddle.db" 'SELECT count(*), min(state), max(state), max(attempts), count(DISTINCT owner) FROM unit')" = '6|2|2|1|2' ] ||
	fail "$(sqlite3 "$T/shared/heddle.db" 'SELECT key, owner, attempts, state, done_message FROM unit') $(cat "$T/worker")"

# With a changed file, or when it is asked for, it begins anew.
run 0 "$HEDDLE" campaign -q -j 1 --out "$T/o" --anew long
is "$T/o/campaign.json" campaign.goes_on false
[ "$(ask 'SELECT count(*) FROM campaign')" = 2 ] || fail "--anew: $(ask 'SELECT * FROM campaign')"

# By time: the short looks come first, and none is left out.
printf 'time 2\noptions -s pos --check none\nprogram ./depot corpus/a\nprogram ./depot corpus/g\n' >timed
run 0 "$HEDDLE" campaign --out "$T/timed" timed
is "$T/timed/campaign.json" counts.passed 2
[ "$(sqlite3 "$T/timed/heddle.db" 'SELECT count(*) FROM unit WHERE key LIKE "1 %" AND runs = 100')" = 2 ] || fail "no first looks"
[ "$(sqlite3 "$T/timed/heddle.db" 'SELECT count(*) FROM unit WHERE key LIKE "2 %"')" = 2 ] || fail "no round after the first looks"

# A later search in which no run comes to its end says nothing: the program is as good as the searches before have found it.
cat >waits.c <<'CODE'
#include <pthread.h>
#include <unistd.h>
static int n;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *unused)
{
	pthread_mutex_lock(&lock);
	n++;
	pthread_mutex_unlock(&lock);
	return unused;
}
int main(void)
{
	pthread_t t[2];
	for (volatile long i = 0; !access("busy", F_OK) && i < 100000000000; i++)
		;
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, add, 0);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	return 0;
}
CODE
"$B/bin/heddle-cc" -g -o waits waits.c -pthread
printf 'time 4\noptions -s pos --check none\nprogram ./waits\n' >busy_later
"$HEDDLE" campaign --out "$T/busy" busy_later >"$T/stdout" 2>"$T/stderr" &
until [ "$(sqlite3 "$T/busy/heddle.db" 'SELECT count(*) FROM unit WHERE state = 2' 2>/dev/null)" -ge 1 ] 2>/dev/null; do
	kill -0 $! || fail "it ended: $(cat "$T/stdout" "$T/stderr")"
	sleep 0.02
done
touch busy
wait $! || fail "status $?: $(cat "$T/stdout" "$T/stderr")"
is "$T/busy/campaign.json" counts.passed 1
[ "$(sqlite3 "$T/busy/heddle.db" 'SELECT count(*) FROM unit WHERE done_runs = 0')" -ge 1 ] || fail "in each search some run came to its end"
rm busy

# What cannot be tested, and broken files.
printf 'program ./missing\n' >broken
refuses 'broken:1: cannot find the program ./missing: No such file' "$HEDDLE" campaign --out "$T/b" broken
printf '\nprogram ./depot\n  input corpus\n' >broken
refuses 'broken:3: there is no `input`; did you mean `inputs`' "$HEDDLE" campaign --out "$T/b" broken
printf 'program ./depot\ntime 5 minutes\n' >broken
refuses 'broken:2: `time` wants one word after it, not 2' "$HEDDLE" campaign --out "$T/b" broken
printf 'program ./depot\n  inputs nowhere\n' >broken
refuses 'cannot read the inputs nowhere' "$HEDDLE" campaign --out "$T/b" broken
printf 'time 3\n' >broken
refuses 'broken: it names no program and no tests' "$HEDDLE" campaign --out "$T/b" broken
printf 'options --out x\nprogram ./depot\n' >broken
refuses 'broken:1: `--out` cannot be among the options' "$HEDDLE" campaign --out "$T/b" broken
refuses 'cannot read the campaign nowhere' "$HEDDLE" campaign --out "$T/b" nowhere
refuses 'project is a folder' "$HEDDLE" campaign --out "$T/b" "$T/project"
refuses 'it has a byte 0' "$HEDDLE" campaign --out "$T/b" ./depot
refuses 'which campaign' "$HEDDLE" campaign
printf 'program ./depot corpus/a\n  options --no-such-option\n' >broken
run 2 "$HEDDLE" campaign --out "$T/b" broken
grep -q "error .*unrecognized option '--no-such-option'" "$T/stdout" || fail "$(cat "$T/stdout")"
