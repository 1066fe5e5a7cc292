#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# No silent limit: each table of src/model/capacity.def is filled (made small by --capacity, or by a program that is
# large enough), and then the summary and the JSON say so, a proof has a gap, and nothing breaks.
. "$(dirname "$0")/../lib.sh"
S=$ROOT/tests/cli/limits
export HEDDLE_CC=gcc
"$B/bin/heddle-cc" -O1 -g -o "$T/fill" "$S/fill.c" -pthread
"$B/bin/heddle-cc" -O1 -g -o "$T/objects" "$S/objects.c" -pthread
"$B/bin/heddle-cc" -O1 -g -o "$T/sets" "$S/sets.c" -pthread

# Two libraries that were not built with heddle-cc, and a program that calls them beside another thread.
for i in 1 2; do
	echo "int twice_$i(int x) { return 2 * x; } int thrice_$i(int x) { return 3 * x; }" >"$T/lib$i.c"
	gcc -shared -fPIC -o "$T/libforeign$i.so" "$T/lib$i.c"
done
cat >"$T/foreign.c" <<'END'
#include <pthread.h>
int twice_1(int), thrice_1(int), twice_2(int), thrice_2(int);
static int (*by_pointer[2])(int) = {thrice_1, thrice_2};
static void *work(void *unused) { return by_pointer[0](twice_1(1)) + by_pointer[1](twice_2(1)) ? unused : by_pointer; }
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	work(NULL);
	return pthread_join(t, NULL);
}
END
"$B/bin/heddle-cc" -O1 -g -o "$T/foreign" "$T/foreign.c" -pthread "-L$T" -lforeign1 -lforeign2 "-Wl,-rpath,$T"

# Atomic sets with many kinds of objects, and with more libraries that have debug information than are read.
{
	echo '#include <pthread.h>'
	for i in $(seq 1100); do echo "struct { int a, b; } v$i;"; done
	echo 'void all(void) {'
	for i in $(seq 1100); do echo "	v$i.a++; v$i.b++;"; done
	echo '}'
	echo 'static void *work(void *x) { all(); return x; }'
	echo 'int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); all(); return pthread_join(t, 0); }'
} >"$T/kinds.c"
"$B/bin/heddle-cc" -O0 -g -o "$T/kinds" "$T/kinds.c" -pthread
links=()
for i in $(seq 18); do
	echo "struct s$i { int a; } o$i; int get$i(struct s$i *s) { return s->a; }" >"$T/part.c"
	"$B/bin/heddle-cc" -g -shared -fPIC -o "$T/libpart$i.so" "$T/part.c"
	links+=("-lpart$i")
done
{
	for i in $(seq 18); do echo "extern int o$i;"; done
	echo 'int main(void) { return 0'
	for i in $(seq 18); do echo "+ o$i"; done
	echo '; }'
} >"$T/parts.c"
"$B/bin/heddle-cc" -g -o "$T/parts" "$T/parts.c" "-L$T" "${links[@]}" "-Wl,-rpath,$T"

tried=" "
named() { json "$T/json" limits.# >/dev/null && for ((i = 0; i < $(json "$T/json" limits.#); i++)); do json "$T/json" "limits.$i.name"; done; }

# full TABLE SIZE OPTION… -- PROGRAM ARG…: with so small a table (-: as it is) the search ends as usual and says that
# it is full.
full()
{
	local table=$1 size=$2 status=0 small=()
	shift 2
	tried+="$table "
	[ "$size" = - ] || small=(--capacity "$table=$size")
	timeout 1000 "$HEDDLE" test -t 900 -n 30 --seed 1 --no-store --out "$T/o" --json "$T/json" "${small[@]}" "$@" >"$T/stdout" 2>"$T/stderr" </dev/null ||
		status=$?
	[ $status -lt 2 ] || { cat "$T/stdout" "$T/stderr" && fail "$table: exit status $status"; }
	grep -q "^heddle: limit: more than [0-9,]* " "$T/stdout" || { cat "$T/stdout" "$T/stderr" && fail "$table: the summary says nothing"; }
	named | grep -x "$table" >"$T/found" || { cat "$T/stdout" "$T/stderr" && fail "$table: the JSON does not name it, but: $(named | xargs)"; }
}

# stops TABLE SIZE [OPTION… --] PROGRAM ARG…: the same for a table without which the program cannot be tested.
stops()
{
	local table=$1 size=$2
	shift 2
	tried+="$table "
	[[ $1 == -* ]] || set -- -- "$@"
	run 2 "$HEDDLE" test -t 900 -n 30 --seed 1 --no-store --out "$T/o" --capacity "$table=$size" "$@"
	says "the program has more than $size "
}

stops threads 3 "$T/fill" threads
stops files 6 "$T/fill" files
stops streams 1 "$T/fill" streams
stops locked-streams 1 "$T/fill" flockfile
stops sendfiles 1 "$T/fill" sendfile
stops named-semaphores 2 "$T/objects" named-semaphores
stops leavings 2 "$T/objects" shared-memory
stops sysv-objects 2 "$T/objects" semaphore-sets
stops notices 2 "$T/objects" notices
stops aio-lists 2 "$T/objects" aio-lists
stops timers 2 "$T/objects" timers
full fork-handlers 2 -- "$T/objects" fork-handlers
stops processes 2 --children controlled -- "$T/objects" children
stops shared-mappings 2 --children controlled -- "$T/objects" shared-mappings
full fibers 2 -- "$T/objects" fibers
full benign 2 -- "$T/objects" benign
full calls - -- "$T/objects" calls
full modules 3 -- "$T/fill" count
full foreign 1 -- "$T/foreign"
full foreign-calls 1 -- "$T/foreign"
full sites 4 -- "$T/fill" count
full code 4 -- "$T/fill" count
full locations - -n 2 -- "$T/fill" memory
full range 8 -- "$T/fill" copy
full pieces 1 -- "$T/fill" count
full channels 4 -- "$T/fill" files
full children 1 -- "$T/fill" children
full queued-signals 1 -- "$T/fill" signals
full early-files 1 -- "$T/fill" count
full early-watches 1 -- "$T/fill" count
full open-before-main 1 -- "$T/fill" count
full findings 1 -- "$T/fill" race
full sources 1 -- "$T/fill" sources
full aims 1 -- "$T/fill" race
full iroots 1 -- "$T/fill" count
full aims 1 -s maple -- "$T/fill" count
full logs 1 -s maple -n 200 -- "$T/fill" race
full log-steps 1 -s maple -n 200 -- "$T/fill" race
full stacks 2 -- "$T/fill" race
full watched-steps 4 -- "$T/fill" count
full watched-share 4 -- "$T/fill" count
full watched-accesses 4 -- "$T/fill" race
full watched-all 4 --check all,atomic-set -- "$T/sets"
full analysis-memory 1000 -- "$T/fill" race
full race-range 8 -- "$T/fill" copy
full lock-edges 1 -- "$T/fill" nest
full locks-held 1 -- "$T/fill" nest
full lock-cycle 2 -k -- "$T/fill" cycle
sets=(--check atomic-set -s atomic-set -n 300)
full set-range 8 "${sets[@]}" -- "$T/sets"
full set-kinds - "${sets[@]}" -- "$T/kinds"
full set-parts - "${sets[@]}" -- "$T/sets"
full set-layout - "${sets[@]}" -- "$T/parts"
full set-compared 1 "${sets[@]}" -- "$T/sets"
full set-units 1 "${sets[@]}" -- "$T/sets"
full set-units-of-one 1 "${sets[@]}" -- "$T/sets"
full set-touches 1 "${sets[@]}" -- "$T/sets"
full set-alive 1 "${sets[@]}" -- "$T/sets"
full set-items 1 "${sets[@]}" -- "$T/sets"
full set-locks 1 "${sets[@]}" -- "$T/sets"

say "a table that is full for a child is told as well"
run 1 "$HEDDLE" test -n 3 --seed 1 --no-store --out "$T/o" --capacity named-semaphores=2 -- "$T/objects" child-opens-semaphores
grep -q "^heddle: limit: more than 2 named semaphores" "$T/stdout" || { cat "$T/stdout" "$T/stderr" && fail "the child says nothing"; }

say "a place in a table is free again when what was there is gone"
run 0 "$HEDDLE" test -n 30 --seed 1 --no-store --out "$T/o" --capacity leavings=1 -- "$T/objects" shared-memory-removed

say "a full table is a gap of a proof"
full open-before-main 1 -s chess --bound all -- "$T/fill" flockfile
grep -q "not proved .*one of Heddle's tables was full" "$T/stdout" || { cat "$T/stdout" && fail "no gap"; }
[ "$(json "$T/json" verdict)" = passed ] || fail "verdict $(json "$T/json" verdict)"

say "each table is tried here and explained in docs/limits.md"
refuses "there is no table" "$HEDDLE" test --capacity nonsense=1 -- "$T/fill" count
for table in $(sed 's/.*there are: //' "$T/stderr" | tr -d ,); do
	case $tried in *" $table "*) ;; *) fail "$table is not tried" ;; esac
	grep -q "^| \`$table\` |" "$ROOT/docs/limits.md" || fail "docs/limits.md does not have $table"
done
refuses "count|number" "$HEDDLE" test --capacity sites=0 -- "$T/fill" count
refuses "count|number" "$HEDDLE" test --capacity sites -- "$T/fill" count
