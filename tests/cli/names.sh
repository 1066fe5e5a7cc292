#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Reports call variables by their names, and places by lines of the program itself: with both compilers, with and without
# optimisation.
. "$(dirname "$0")/../lib.sh"
sources=$ROOT/tests/cli/names

# search ARGUMENT…: the program must fail; its report is in $T/out/bug-1. explain ARGUMENT…: the report also says why.
seconds=0
declare -A names=([map]='cache\.items(\.size\(\))?' [vector]='cache\.list\.(begin|end|capacity)\(\)'
	[string]='cache\.text(\.size\(\)|\.data\(\))?' [deadlock]='first|second' [derived]='derived\.own'
	[array]='elements\[2\]\.inherited' [pointer]='nodes\[1\]\.next')
node='tree node [A-Z](\.(color|parent|left|right|first(\.(data|size)\(\))?|second))?'
declare -A cxx=([gcc]=g++ [clang]=clang++)
explain() { seconds=500 search "$@"; }
search()
{
	rm -rf "$T/out"
	run 1 "$HEDDLE" test -q -j 1 -n 3000 -t 900 --minimize "$seconds" --seed 1 --no-store --out "$T/out" -- "$T/program" "$@"
}

# objects: what the steps are about, each once, in order.
objects() { sed -nE 's|^ *"object": "(.*)",?$|\1|p' "$T/out/bug-1/report.json" | grep -v '^thread ' | sort -u | paste -sd"|"; }

# expect WHAT NAMES: these are the names in the report of the last search, and no others.
expect()
{
	got=$(objects)
	[ "$got" = "$2" ] || fail "$build, $1: the report names '$got' instead of '$2'"
}

for build in "gcc -O0" "gcc -O2" "clang -O0" "clang -O2"; do
	read -r compiler level <<<"$build"
	HEDDLE_CC=$compiler "$B/bin/heddle-cc" -g "$level" -w -pthread -o "$T/program" "$sources/locals.c"
	explain member
	expect member 'main: queue.items[3].weight'
	cause=$(json "$T/out/bug-1/report.json" cause)
	[[ $cause == *'writes `main: queue.items[3].weight`'* ]] || fail "$build: no name in the sentence: $cause"
	search recursion
	expect recursion 'recurse: balance'
	search arguments
	expect arguments 'main: many'
	search callback
	expect callback 'compare: seen'
	search thread
	expect thread 'start: own of thread 1'
	search eighth
	expect eighth 'eighth: h'
	if [ "$compiler" = gcc ]; then # clang keeps room for it in the frame of the caller
		search by_value
		expect by_value 'by_value: queue.items[3].weight'
	fi
	search thread_local
	expect thread_local 'own_queue.items[3].weight of thread 1'
	search alloca
	got=$(objects)
	[[ $got == "a local variable of unnamed (locals.c:"* || $got == "main's stack[-"* ]] || fail "$build: alloca: $got"

	# A C11 thread by its start function, and not by the one of the runtime that calls it.
	HEDDLE_CC=$compiler "$B/bin/heddle-cc" -g "$level" -w -pthread -o "$T/program" "$ROOT/tests/programs/thread_c11_lost_update.c"
	explain
	cause=$(json "$T/out/bug-1/report.json" cause)
	[[ $cause == *'(add)'* && $cause != *run_c11* ]] || fail "$build: the C11 thread has another name: $cause"

	# Heap blocks by what they hold, where the line that allocates says it, and by offsets where it does not.
	HEDDLE_CC=$compiler "$B/bin/heddle-cc" -g "$level" -w -pthread -o "$T/program" "$sources/blocks.c"
	search pointer
	expect pointer 'node A.values[1]'
	search global
	expect global 'node A.values[1]'
	search wrapper
	expect wrapper 'node A.values[1]'
	line=$(grep -n '@wrapper' "$sources/blocks.c" | cut -d: -f1)
	json "$T/out/bug-1/report.json" blocks.0.text | grep "blocks.c:$line\$" >/dev/null ||
		fail "$build: the block is told by the function that calls calloc(): $(json "$T/out/bug-1/report.json" blocks.0.text)"
	search array
	expect array 'node A[2].values[0]'
	search tail
	expect tail 'text A.length'
	search behind
	expect behind 'block A[8]'
	search unknown
	expect unknown 'block A[8]'
	search two
	expect two 'block A[8]'

	# One access of two members, as gcc makes it, has both names and both values, wherever they are.
	if [ "$build" = "gcc -O2" ]; then
		HEDDLE_CC=gcc "$B/bin/heddle-cc" -g -O2 -w -pthread -o "$T/program" "$sources/members.c"
		for where in global:queue heap:'queue A' local:'main: local'; do
			explain ${where%%:*}
			name=${where#*:}
			objects | grep -F "$name.{len,closed}" >/dev/null || fail "${where%%:*}: no two members: $(objects)"
			grep -A1 -F "\"object\": \"$name.{len,closed}\"" "$T/out/bug-1/report.json" | grep '"value": "2, 1"' >/dev/null ||
				fail "${where%%:*}: not both values: $(grep -A1 -F '{len,closed}' "$T/out/bug-1/report.json")"
			json "$T/out/bug-1/report.json" cause | tr -d '\`' | grep -F "$name.len and $name.closed" >/dev/null ||
				fail "${where%%:*}: the sentence does not name both: $(json "$T/out/bug-1/report.json" cause)"
		done
		# A text of the program is told by what it says.
		search text
		objects | grep -F 'a greeting to al…' >/dev/null || fail "the text has no name: $(objects)"
	fi

	# What happens in the library is told by lines of the program.
	[[ $build == "gcc -O0" || $build == "clang -O2" ]] || continue
	HEDDLE_CXX=${cxx[$compiler]} "$B/bin/heddle-c++" -std=c++17 -g "$level" -w \
		-pthread -o "$T/program" "$sources/containers.cpp"
	for what in map vector string deadlock derived array pointer; do
		explain $what
		cause=$(json "$T/out/bug-1/report.json" cause 2>/dev/null || json "$T/out/bug-1/report.json" message)
		line=$(grep -n "// @$what\$" "$sources/containers.cpp" | cut -d: -f1 | paste -sd'|')
		named=$({ grep -oE '[^ ]+:[0-9]+' || true; } <<<"$cause" | sed 's,.*/,,' | sort -u)
		! objects | tr '|' '\n' | grep -vE "^(${names[$what]}|(block|thread state|string text|int array) [A-Z](\[[0-9]+\])?|$node|a local variable of .*|0x.*)\$" ||
			fail "$build: $what: that is no name"
		[[ $cause =~ \`(${names[$what]})\` ]] || fail "$build: $what has another name: $cause"
		! grep -vqxE "containers.cpp:($line)" <<<"$named" || fail "$build: $what names other places: $cause"
	done
done
