#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# heddle suite with a list of commands and with test cases of Check: tests that crash, hang, or cannot be started do not keep the others
# from being searched; Ctrl-C ends it with the table so far; misuse is told.
. "$(dirname "$0")/../lib.sh"
"$B/bin/heddle-cc" -g -o "$T/bank" "$ROOT/tests/cli/suite/bank.c" -pthread
gcc -o "$T/plain" "$ROOT/tests/cli/suite/bank.c" -pthread
printf '#!/bin/sh\nexit 0\n' >"$T/script"
chmod +x "$T/script"
cat >"$T/tests" <<LIST
# what belongs to the bank
$T/bank crash

  $T/bank 'hang'
$T/bank 3
$T/plain 3
$T/missing
$T/script
LIST
cd "$T" || exit
run 1 "$HEDDLE" suite -n 60 -j 2 --out out --json suite.json tests
[ "$(json suite.json tests.#)" = 6 ] || fail "not six tests"
verdicts=
for i in 0 1 2 3 4 5; do verdicts+="$(json suite.json tests.$i.verdict) "; done
[ "$verdicts" = "failed failed exhausted passed error skipped " ] || fail "the verdicts are $verdicts: $(cat "$T/stdout")"
[ "$(json suite.json tests.0.kind)" = crash ] || fail "the crash is $(json suite.json tests.0.kind)"
[ "$(json suite.json tests.1.kind)" = deadlock ] || fail "the deadlock is $(json suite.json tests.1.kind)"
says "plain was not built with heddle-cc: its memory accesses are invisible"
grep -q "missing  *error .*No such file" "$T/stdout" || fail "$(cat "$T/stdout")"
grep -q 'heddle: 2 of 6 tests failed, 1 passed, 1 passed in all schedules, 1 could not be tested, 1 skipped; ' "$T/stdout" || fail "$(cat "$T/stdout")"
[ -e "$(json suite.json tests.1.bug)/report.txt" ] || fail "the deadlock has no folder"

# The same tests in the same order have the same searches; so has a test alone.
runs=$(json suite.json tests.1.runs)
run 1 "$HEDDLE" suite -q -n 60 --out again --json again.json --test '*hang*' tests
[ "$(json again.json tests.0.runs)" = "$runs" ] || fail "$(json again.json tests.0.runs) runs instead of $runs"
[ "$(grep -c ' passed ' "$T/stdout")" = 0 ] || fail "-q prints tests that passed"

# Without a failure the status is 0, with a test that cannot be tested 2; arguments after -- are for each program.
run 0 "$HEDDLE" suite -n 5 --out out "$T/bank" -- 3
run 2 "$HEDDLE" suite -n 5 --out out --test '*missing' tests
run 1 "$HEDDLE" suite -n 60 --out out "$T/bank" -- 17
run 0 "$HEDDLE" suite --list "$T/tests" --test '*bank 3'
[ "$(cat "$T/stdout")" = "$T/bank 3" ] || fail "$(cat "$T/stdout")"

# Test cases of Check are selected by a variable, which replays set as well.
if [ -e /usr/include/check.h ]; then
	"$B/bin/heddle-cc" -g -o "$T/check" "$ROOT/tests/cli/frameworks/bank_check.c" -lcheck -lsubunit -lm -lrt -pthread
	run 1 "$HEDDLE" suite -n 60 --out check.out --json suite.json "$T/check"
	[ "$(json suite.json tests.0.name)/$(json suite.json tests.1.name)" = plain/threads ] || fail "other test cases"
	[ "$(json suite.json tests.0.verdict)/$(json suite.json tests.1.verdict)" = passed/failed ] || fail "$(cat "$T/stdout")"
	grep -q '^variable "CK_RUN_CASE=threads"$' check.out/bug-1/schedule || fail "the variable is not recorded"
	run 1 "$HEDDLE" replay --times 3 check.out/bug-1
	grep -q '3 of 3 replays failed' "$T/stdout" || fail "$(cat "$T/stdout")"
fi

# Ctrl-C, when the first failure has been told and the other test is being searched.
printf '%s\n' "$T/bank crash" "$T/bank 3" "$T/bank 4" >"$T/few"
"$HEDDLE" suite -t 900 -j 1 --out out "$T/few" >"$T/stdout" 2>"$T/stderr" &
until grep -q '^heddle: failed: test ' "$T/stdout"; do
	kill -0 $! || fail "it ended: $(cat "$T/stdout" "$T/stderr")"
	sleep 0.05
done
kill -INT $!
status=0
wait $! || status=$?
[ "$status" = 1 ] || fail "status $status after Ctrl-C: $(cat "$T/stdout" "$T/stderr")"
grep -q 'heddle: 1 of 3 tests failed' "$T/stdout" || fail "no table after Ctrl-C: $(cat "$T/stdout")"

refuses 'which tests' "$HEDDLE" suite
refuses 'cannot find .*/nothing' "$HEDDLE" suite "$T/nothing"
# The Makefile of Automake lists its tests; what make says besides is no test.
mkdir built
cp "$T/bank" built/bank_test
cp "$T/script" built/script_test
printf '%s\n' 'TESTS = bank_test$(EXEEXT) script_test later_test known_test' 'XFAIL_TESTS = known_test' '$(info made anew)' 'check-TESTS:' >built/Makefile
run 0 "$HEDDLE" suite --list built
[ "$(tr '\n' ' ' <"$T/stdout")" = "bank_test script_test later_test known_test " ] || fail "the tests of Automake are $(cat "$T/stdout")"
run 1 "$HEDDLE" suite -n 60 --out built.out --json suite.json built -- 17
verdicts=
for i in 0 1 2 3; do verdicts+="$(json suite.json tests.$i.verdict) "; done
[ "$verdicts" = "failed skipped skipped skipped " ] || fail "the verdicts are $verdicts: $(cat "$T/stdout")"
grep -q 'its program was not built (make check does)' "$T/stdout" && grep -q 'expected to fail' "$T/stdout" || fail "$(cat "$T/stdout")"

refuses 'no CTestTestfile.cmake, no meson-info' "$HEDDLE" suite "$T"
refuses 'is a script' "$HEDDLE" suite "$T/script"
refuses 'no test has a name' "$HEDDLE" suite --test 'x*' "$T/bank"
head -c 2000 /dev/urandom | tr '\n' '\0' >"$T/bytes"
printf '\n' >>"$T/bytes"
refuses 'neither a program nor a list|there are no tests|is a script' "$HEDDLE" suite "$T/bytes"
