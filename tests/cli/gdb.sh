#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A replay in a real debugger stops just before the failure, with the program's frames and variables there to look at.
. "$(dirname "$0")/../lib.sh"
program=$(build "$ROOT/examples/lost_update.c" gcc)
run 1 "$HEDDLE" test -q -t 5 --out "$T/out" "$program"
printf 'backtrace\nup 4\nprint balance < 60\ncontinue\n' | timeout 100 "$HEDDLE" replay --gdb "$T/out/bug-1" >"$T/log" 2>&1 || true
grep 'hit Breakpoint 1, hd_failure_hook' "$T/log" >/dev/null || { cat "$T/log" && fail "gdb did not stop before the failure"; }
grep -E '#[0-9]+ .*main \(\) at .*lost_update\.c:[0-9]+' "$T/log" >/dev/null || { cat "$T/log" && fail "no frame of the program"; }
grep -E '^(\(gdb\) )*\$1 = 1$' "$T/log" >/dev/null || { cat "$T/log" && fail "the lost update does not show in balance"; }
