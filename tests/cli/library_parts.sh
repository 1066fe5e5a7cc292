#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# What the C++ library does inside is left out of reports, and can be seen all the same: its frames are folded, a thread is
# called by the program's own outermost function, a block by what is in it and by the program's line that needs it. No line
# is wider than the terminal, or than 120 columns where there is none.
. "$(dirname "$0")/../lib.sh"
cp "$ROOT"/tests/cli/library_parts/* "$T"
cd "$T" || exit # so that all names are short, wherever this is
report=out/bug-1/report.json
line() { grep -n "@$2" "$1" | cut -d: -f1; }

# search PROGRAM ARGUMENT…: it must fail; what Heddle says is in $T/stdout.
search()
{
	rm -rf out
	run 1 "$HEDDLE" test -j 1 -n 3000 -t 900 --minimize 200 --seed 1 --no-store --out out -- "$@"
}
narrow() { [ "$(LC_ALL=C.UTF-8 wc -L <"$1")" -le "$2" ] || fail "$3: a line is wider than $2: $(awk -v w="$2" 'length > w' "$1")"; }

for level in -O0 -O1; do
	"$B/bin/heddle-c++" -std=c++17 -g $level -w -pthread -o pool "pool.cpp"
	search ./pool
	narrow "$T/stdout" 120 "pool $level"
	grep -E '^  thread 1 \(Pool.*::\{lambda\}\) waits for' "$T/stdout" >/dev/null || fail "$level: the thread's name: $(cat "$T/stdout")"
	in_stack=$(sed -n '/^  thread 1 (/,/^$/p' "$T/stdout")
	for at in wait run begin; do
		grep "pool.cpp:$(line pool.cpp "$at") " <<<"$in_stack" >/dev/null || fail "$level: the line @$at is not in the stack: $in_stack"
	done
	! grep '/include/c++' <<<"$in_stack" || fail "$level: frames of the library are not folded"
	grep 'frames in .* are folded: heddle show --summary --all shows all' "$T/stdout" >/dev/null || fail "$level: it does not say what is folded"
	grep 'future state A' "$T/stdout" >/dev/null || fail "$level: the state of a future has no name"
	grep -E "start +$(line pool.cpp begin) " "$T/stdout" >/dev/null || fail "$level: where the thread starts: $(grep start "$T/stdout")"
	! grep -E 'allocated by .* at /usr' "$T/stdout" || fail "$level: a block is told by a line of the library"
	run 0 "$HEDDLE" show --summary "out/bug-1"
	! grep 'called from .*/include/c++' "$T/stdout" || fail "$level: show --summary does not fold"
	run 0 "$HEDDLE" show --summary --all -w 90 "out/bug-1"
	narrow "$T/stdout" 90 "show --summary --all"
	grep 'called from .*/include/c++' "$T/stdout" >/dev/null || fail "$level: --all shows no frame of the library"
	! grep folded "$T/stdout" || fail "$level: --all folds"
done

"$B/bin/heddle-c++" -std=c++17 -g -O1 -w -pthread -o parts "parts.cpp"
# called WHAT NAME: a step is about an object of this name.
called()
{
	search ./parts "$1"
	narrow "$T/stdout" 120 "parts $1"
	json "$report" cause >/dev/null || fail "$1: no cause"
	grep -E "\"object\": \"$2\"" "$report" >/dev/null || fail "$1: nothing is called $2: $(grep '"object"' "$report" | sort -u)"
	! grep -E '"object": "(block|std::allocator|shared object)' "$report" || fail "$1: that is no name"
}
called shared 'shared Settings [A-Z]\.limit'
grep -E "shared Settings [A-Z]: .* at .*parts.cpp:$(line parts.cpp shared)" <(unfolded "out/bug-1/report.txt") >/dev/null || fail "shared: where it was allocated"
called count 'shared Settings [A-Z]\.use_count\(\)'
called tree 'tree node [A-Z]\.second\.other'
called deque 'std::string [A-Z]\[0\]\.size\(\)'
called text 'string text [A-Z]\[40\]'

# A finding says that a block is freed, has no letter that another block has in the report, and is folded, too.
HEDDLE_CC=gcc "$B/bin/heddle-cc" -g -O1 -w -pthread -o freed "freed.c"
search ./freed
unfolded "$T/stdout" >"$T/told"
grep -E "^heddle: race: .* reads an entry's value at .* frees the entry at " "$T/told" >/dev/null || fail "the race: $(grep race "$T/told")"
narrow "$T/stdout" 120 freed
