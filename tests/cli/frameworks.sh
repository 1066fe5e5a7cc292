#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Programs of test frameworks: the report names the test that failed and the text of its check, and not the exit status that it
# led to; of a failure that no check has seen it names the test that was running.
. "$(dirname "$0")/../lib.sh"
here=$ROOT/tests/cli/frameworks

# line_of FILE TEXT: the number of the line that has this text.
line_of() { grep -nF "$2" "$here/$1" | cut -d: -f1; }

# finds PROGRAM TEST FILE CHECK TEXT: the check in FILE fails in TEST, and the report begins with it.
finds()
{
	local line
	line=$(line_of "$3" "$4")
	run 1 "$HEDDLE" test -q --seed 1 -j 1 -n 2000 -t 900 --out "$T/$1" -- "$T/$1.bin"
	# Without blanks, because the sentence may be folded, and a long path be broken.
	case $(tr -d ' \n' <"$T/stdout") in "$(tr -d ' ' <<<"heddle: failed: test $2: $here/$3:$line: $5")"*) ;; *) fail "$(head -3 "$T/stdout")" ;; esac
	[ "$(json "$T/$1/bug-1/report.json" test.name)" = "$2" ] || fail "another test in the JSON"
	[ "$(json "$T/$1/bug-1/report.json" test.check.line)" = "$line" ] || fail "another line in the JSON"
	json "$T/$1/bug-1/report.json" test.check.text | grep -F "$5" >/dev/null || fail "another text in the JSON"
	run 1 "$HEDDLE" replay --times 3 "$T/$1/bug-1"
	grep -q '3 of 3 replays failed' "$T/stdout" || fail "$(cat "$T/stdout")"
	run 0 "$HEDDLE" show "$T/$1/bug-1"
	tr -d ' \n' <"$T/stdout" | grep -F "$(tr -d ' ' <<<"failed: test $2: $here/$3:$line: $5")" >/dev/null || fail "heddle show does not have the text of the check"
}

# Check makes a process for each test, unless it is told not to: Heddle does that, in replays as well.
[ -e /usr/include/check.h ] || skip "there is no check.h (package check)"
"$B/bin/heddle-cc" -g -o "$T/check.bin" "$here/bank_check.c" -lcheck -lsubunit -lm -lrt -pthread
finds check threads:two_producers bank_check.c 'ck_assert_int_eq(balance, 2)' "Assertion 'balance == 2' failed: balance == 1, 2 == 2"

"$B/bin/heddle-cc" -g -o "$T/cmocka.bin" "$here/bank_cmocka.c" -lcmocka -pthread
finds cmocka two_producers bank_cmocka.c 'assert_int_equal(balance, 2)' '0x1 != 0x2'
run 1 "$HEDDLE" test -q --seed 1 -j 1 -n 2000 -t 900 --out "$T/hang" -- "$T/cmocka.bin" hang
head -1 "$T/stdout" | grep '^heddle: deadlock: ' >/dev/null || fail "$(head -3 "$T/stdout")"
grep -qF '  in test two_producers of cmocka' "$T/stdout" || fail "$(head -5 "$T/stdout")"
[ "$(json "$T/hang/bug-1/report.json" test.name)" = two_producers ] || fail "another test in the JSON"

# Boost.Test walks up the processes that started the program, to see whether one is a debugger: runs in forks and replays have other ones.
[ -e /usr/include/boost/test/unit_test.hpp ] || skip "there is no boost/test/unit_test.hpp (package libboost-test-dev)"
"$B/bin/heddle-c++" -g -o "$T/boost.bin" "$here/bank_boost.cpp" -lboost_unit_test_framework -pthread
finds boost accounts/two_producers bank_boost.cpp 'BOOST_TEST(balance == 2)' 'check balance == 2 has failed [1 != 2]'
run 1 "$HEDDLE" suite -q --seed 1 --out "$T/suite" "$T/boost.bin"
grep -q '^accounts/two_producers  *failed' "$T/stdout" || fail "$(cat "$T/stdout")"
grep -q "1 of 2 tests failed, 1 passed" "$T/stdout" || fail "$(cat "$T/stdout")"
