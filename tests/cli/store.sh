#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# What searches learn is kept: over inputs, over a rebuild, by several controllers at once; and what happens when the store
# is damaged, somebody else's, of a newer version, or cannot be written.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit

# A queue that both threads use; the input says how much.
cat >queue.c <<'END'
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int items, taken, rounds;
static void *take(void *unused)
{
	for (int i = 0; i < rounds; i++) {
		pthread_mutex_lock(&lock);
		if (items) {
			items--;
			taken++;
		}
		pthread_mutex_unlock(&lock);
	}
	return unused;
}
int main(int argc, char **argv)
{
	pthread_t t[2];
	rounds = argc > 1 ? atoi(argv[1]) : 1;
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, take, 0);
	for (int i = 0; i < rounds; i++) {
		pthread_mutex_lock(&lock);
		items++;
		pthread_mutex_unlock(&lock);
	}
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	return 0;
}
END
compile() { HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -pthread -o queue queue.c; }
compile
maple() { run 0 "$HEDDLE" test -q -s maple --until-covered -j 1 -t 900 --seed 1 --json json "$@"; }
runs() { json json runs; }
ask() { sqlite3 "$1" "$2"; }

# The same seed is the same search, whatever was learnt meanwhile; without one the shared sites are known from the start.
points()
{
	run 0 "$HEDDLE" test -v -s pct -j 1 -n 1 --out points "$@" ./queue 2
	cat stdout stderr | sed -n 's/.*, \([0-9]*\) steps$/\1/p'
}
first=$(points --seed 3)
run 0 "$HEDDLE" test -q -s random -j 1 -n 50 --out points ./queue 2
[ -n "$first" ] && [ "$(points --seed 3)" = "$first" ] || fail "a store changes what a seed means"
remembered() # some runs leave accesses alone
{
	for _ in $(seq 30); do [ "$(points)" -le "$first" ] || return 0; done
	return 1
}
remembered || fail "shared sites are not remembered"
rm -rf points

# The second search finds nothing left to try, another input only what is new there.
maple ./queue 2
first=$(runs)
maple ./queue 2
[ "$(runs)" -lt $((first / 4)) ] || fail "$(runs) runs after $first: nothing was remembered"
maple ./queue 3
[ "$(runs)" -lt $((first / 2)) ] || fail "another input: $(runs) runs after $first"
maple --no-store ./queue 3
[ "$(runs)" -gt $((first / 2)) ] || fail "--no-store made use of a store: $(runs) runs"
[ "$(ask heddle-out/heddle.db 'SELECT count(*) FROM search')" = 3 ] || fail "not three searches"
[ "$(ask heddle-out/heddle.db 'SELECT group_concat(args) FROM input')" = 2,3 ] || fail "the inputs are not there"
exposed=$(ask heddle-out/heddle.db 'SELECT count(*) FROM iroot WHERE exposed')
sites=$(ask heddle-out/heddle.db 'SELECT count(*) FROM site')

# Lines added above and below change nothing: the sites are known by function.
{ printf '#include <stdio.h>\n/* Another\n   comment. */\nint other(int x)\n{\n\treturn x ? x * 3 : 1;\n}\n' && cat queue.c; } >new.c
mv new.c queue.c
printf 'void unused(void)\n{\n\tputs("never");\n}\n' >>queue.c
compile
maple ./queue 2
[ "$(runs)" -lt $((first / 4)) ] || fail "$(runs) runs after a rebuild, $first before"
[ "$(ask heddle-out/heddle.db 'SELECT count(*) FROM build')" = 2 ] || fail "not two builds"
[ "$(ask heddle-out/heddle.db 'SELECT count(*) FROM site')" = "$sites" ] || fail "sites are taken for others after a rebuild"
[ "$(ask heddle-out/heddle.db 'SELECT count(*) FROM iroot WHERE exposed')" -ge "$exposed" ] || fail "iRoots were lost"
[ "$(ask heddle-out/heddle.db "SELECT DISTINCT line FROM site WHERE function = 'take' ORDER BY line LIMIT 1")" -gt 12 ] ||
	fail "lines are those of the old build"

# A folder with a program and its store can be moved.
mkdir moved && mv queue heddle-out moved && cd moved || exit
maple ./queue 2
[ "$(runs)" -lt $((first / 4)) ] || fail "$(runs) runs after a move"
[ "$(ask heddle-out/heddle.db 'SELECT path FROM program')" = ../queue ] || fail "it is another program now"
cp -r heddle-out "$T/good" && mv queue "$T" && cd "$T" || exit

refuses 'until-covered is for -s maple' "$HEDDLE" test --until-covered -s pct ./queue

# What it knows.
run 0 "$HEDDLE" coverage --out good --json coverage --html page.html
grep -q '^exposed iRoots (' "$T/stdout" || fail "no tuple"
grep -qE '^  idiom1 ' "$T/stdout" || fail "no idioms"
grep -q 'queue.c:' "$T/stdout" || fail "nothing untested with its source line"
[ "$(json coverage coverage.idiom1.exposed)" -gt 0 ] || fail "the JSON has no idiom 1"
grep -q '<svg' page.html || fail "no curve in the page"
grep -qE 'src=|href=|<script' page.html && fail "the page needs something else"
run 0 "$HEDDLE" coverage --store good/heddle.db ../"$(basename "$T")"/good/../queue
run 0 env LC_ALL=C "$HEDDLE" coverage --out good
LC_ALL=C grep -q '[^ -~]' "$T/stdout" && fail "more than ASCII in the C locale"
run 0 env LC_ALL=C.UTF-8 "$HEDDLE" coverage --out good
grep -q $'\xe2\x94\x82' "$T/stdout" || fail "no curve in UTF-8"
refuses 'there is no store' "$HEDDLE" coverage --out nowhere
refuses 'does not know .*; it knows' "$HEDDLE" coverage --out good /bin/true

# A bug that was found is found again: what a failing run has exposed is tried again.
program=$(build "$(source_of lost_update)" gcc)
for seed in 1 2 3 4; do run 1 "$HEDDLE" test -q -s maple -j 1 -t 900 --seed $seed --out again "$program"; done
[ "$(ask again/heddle.db 'SELECT count(*) FROM failure')" -ge 1 ] || fail "the failure is not in the store"

# Damage, or somebody else's file: set aside, not overwritten.
aside()
{
	local out=$1
	run 0 "$HEDDLE" test -q -n 20 -j 1 --out "$out" ./queue
	says "$2" 1
	[ -e "$out/heddle.db.damaged" ] || fail "$1: not set aside"
	cmp -s "$out/heddle.db.damaged" "$out.before" || fail "$1: changed"
	[ "$(ask "$out/heddle.db" 'SELECT count(*) FROM search')" = 1 ] || fail "$1: no new store"
	run 0 "$HEDDLE" test -q -n 20 -j 1 --out "$out" ./queue
	[ ! -s "$T/stderr" ] || fail "$1: still trouble"
}
mkdir foreign text damaged
sqlite3 foreign/heddle.db 'CREATE TABLE own(x); INSERT INTO own VALUES(1)'
cp foreign/heddle.db foreign.before
aside foreign 'not a store of heddle'
echo "a letter to somebody, which is long enough to be looked at" >text/heddle.db
cp text/heddle.db text.before
aside text 'not a store of heddle'
cp good/heddle.db damaged
dd if=/dev/urandom of=damaged/heddle.db bs=1024 seek=4 count=80 conv=notrunc 2>/dev/null
cp damaged/heddle.db damaged.before
refuses 'damaged' "$HEDDLE" coverage --out damaged
aside damaged 'is damaged'

# A newer version's is left alone.
cp -r good newer
sqlite3 newer/heddle.db 'PRAGMA user_version = 1000'
cp newer/heddle.db newer.before
refuses 'newer version' "$HEDDLE" test -q -n 20 --out newer ./queue
refuses 'newer version' "$HEDDLE" coverage --out newer
cmp -s newer/heddle.db newer.before || fail "a newer store was changed"
run 0 "$HEDDLE" test -q -n 20 --out newer --no-store ./queue

# No folder for it, or no space: a sentence, and the search goes on.
run 0 "$HEDDLE" test -q -n 20 --store nowhere/heddle.db ./queue
says 'cannot use the store nowhere/heddle.db .*goes on without' 1
mkfifo pipe && mkdir folder && ln -s /dev/null device
for odd in pipe folder device; do
	run 0 "$HEDDLE" test -q -n 20 --store $odd ./queue
	says "cannot use the store $odd .*goes on without" 1
	refuses 'cannot read the store' "$HEDDLE" coverage --store $odd
done
if [ ! -p pipe ] || [ ! -d folder ] || [ ! -L device ]; then fail "what is no file was renamed"; fi

# A file system that is read-only, or full: a mount, so a mount namespace; where that is not allowed, the above must do.
cat >inside <<'END'
set -e
mount -t tmpfs -o size=10m none ro || exit 99
cp good/heddle.db ro
mount -o remount,ro ro
"$HEDDLE" test -q -s maple --until-covered -j 1 --seed 1 --json json --store ro/heddle.db ./queue 2 2>said.old
"$HEDDLE" test -q -n 20 -j 1 --store ro/new.db ./queue 2>said.new
"$HEDDLE" coverage --store ro/heddle.db >said.coverage
mount -t tmpfs -o size=64k none small
"$HEDDLE" test -q -s maple -n 2000 -j 1 --store small/heddle.db ./queue 2>said.full
END
mkdir ro small
status=0
unshare -rm bash inside >stdout 2>stderr || status=$?
if grep -qE 'unshare|mount' stderr || [ $status = 99 ]; then
	say "no mount namespaces here"
elif [ $status != 0 ]; then
	fail "a store that cannot be written: status $status: $(cat stderr)"
else
	grep -q 'cannot write to the store ro/heddle.db .*what it knows is used' said.old || fail "read-only: $(cat said.old)"
	[ "$(runs)" -lt $((first / 4)) ] || fail "read-only: $(runs) runs: it was not used"
	grep -q 'cannot use the store ro/new.db .*goes on without' said.new || fail "read-only: $(cat said.new)"
	grep -q '^exposed iRoots' said.coverage || fail "a read-only store is not shown"
	grep -q 'cannot use the store small/heddle.db .*goes on without' said.full || fail "full: $(cat said.full)"
	[ "$(cat said.* | grep -c 'heddle: cannot')" = 3 ] || fail "more than a sentence: $(cat said.*)"
fi

# Several at once.
pids=()
for i in 1 2 3 4; do
	"$HEDDLE" test -q -n 3000 -j 1 -s random --seed "$i" --out many ./queue "$i" >"many.$i" 2>&1 &
	pids+=($!)
done
for pid in "${pids[@]}"; do wait "$pid" || fail "one of several failed: $(cat many.*)"; done
! grep -q store many.* || fail "$(grep -h store many.*)"
[ "$(ask many/heddle.db 'SELECT sum(runs) FROM search')" = 12000 ] || fail "runs were lost"
[ "$(ask many/heddle.db 'PRAGMA integrity_check')" = ok ] || fail "the store is damaged"
