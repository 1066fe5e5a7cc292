#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# What a new user meets: the compiler explains itself and finds heddle.h; printed commands can be pasted, whatever the folder
# is called; a terminal without colours gets none, and a narrow one no progress line that it would have to break.
. "$(dirname "$0")/../lib.sh"

run 0 "$B/bin/heddle-cc" --help
grep -q '^Usage: heddle-cc ' "$T/stdout" || fail "heddle-cc --help is not about heddle-cc: $(head -1 "$T/stdout")"
run 0 "$B/bin/heddle-c++" --help
grep -q -- '--compiler' "$T/stdout" || fail "heddle-c++ --help does not name its options"

printf '#include <heddle.h>\nint main(void) { return 0; }\n' >"$T/own.c"
run 0 "$B/bin/heddle-cc" -o "$T/own" "$T/own.c"

program=$(build "$(source_of lost_update)" gcc)
mkdir "$T/a folder"
run 1 "$HEDDLE" test --seed 1 -t 900 --out "$T/a folder/it's" -- "$program"
command=$(sed -n 's/^replay it: *heddle //p' "$T/stdout")
status=0
eval "\"\$HEDDLE\" $command" >"$T/replayed" 2>&1 || status=$?
[ $status = 1 ] || fail "the printed command gives status $status: heddle $command"

# on_terminal COLUMNS COMMAND…: prints what a terminal of this width would get.
on_terminal()
{
	local columns=$1
	shift
	script -qec "stty cols $columns; $*" /dev/null </dev/null
}
TERM=dumb on_terminal 100 "$HEDDLE" show "'$T/a folder/it'\\''s/bug-1'" >"$T/dumb"
grep -q lost_update "$T/dumb" || fail "nothing is shown: $(head -c 500 "$T/dumb")"
! grep -q $'\033' "$T/dumb" || fail "colours on a terminal without any"
TERM=xterm on_terminal 100 "$HEDDLE" show "'$T/a folder/it'\\''s/bug-1'" >"$T/colours"
grep -q $'\033' "$T/colours" || fail "no colours on a terminal that has them"

NO_COLOR=1 TERM=xterm on_terminal 100 "$HEDDLE" show "'$T/a folder/it'\\''s/bug-1'" >"$T/no_colour"
! grep -q $'\033' "$T/no_colour" || fail "colours in spite of NO_COLOR"

passes=$(build "$ROOT/tests/programs/clean_mutex_counter.c" gcc)
on_terminal 40 "$HEDDLE" test -t 1.5 --no-store --out "$T/p" -- "$passes" >"$T/narrow" || fail "$(cat "$T/narrow")"
longest=$(tr '\r' '\n' <"$T/narrow" | sed -n $'s/^\033\\[K\\(heddle: [0-9]\\)/\\1/p' | wc -L)
[ "$longest" -lt 40 ] || fail "a progress line of $longest columns in a terminal of 40"
TERM=dumb on_terminal 40 "$HEDDLE" test -t 1.5 --no-store --out "$T/p" -- "$passes" >"$T/plain" || fail "$(cat "$T/plain")"
! grep -q $'\033' "$T/plain" || fail "escape sequences on a terminal that knows none: $(head -c 300 "$T/plain")"

refuses "did you mean .heddle test." "$HEDDLE" tset
refuses "did you mean .random." "$HEDDLE" test -s rnadom "$passes"
refuses "there are: auto, " "$HEDDLE" test -s foo "$passes"
! grep -q "did you mean" "$T/stderr" || fail "foo is near no strategy: $(cat "$T/stderr")"
