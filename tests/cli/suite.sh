#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# heddle suite finds the one bad test among fifty, and names it: tests of GoogleTest, of doctest and of ctest. In each run of the bad
# test the two payments overlap with a chance of more than 1 in 8 in every strategy, so 60 runs miss it with one in 3,000; and with
# -n the searches are the same each time.
. "$(dirname "$0")/../lib.sh"
here=$ROOT/tests/cli/suite

# finds NAME TESTS CHECK ARG…: one of so many tests fails, of this name and with this check.
finds()
{
	local name=$1 tests=$2 check=$3
	shift 3
	run 1 "$HEDDLE" suite -n 60 -j 2 --out "$T/out" --json "$T/suite.json" --junit "$T/suite.xml" "$@"
	[ "$(grep -c '^heddle: failed: test ' "$T/stdout")" = 1 ] || fail "not one failure is told: $(cat "$T/stdout")"
	grep -qF "heddle: failed: test $name: $check" "$T/stdout" || fail "another failure: $(head -3 "$T/stdout")"
	grep -qF "heddle: 1 of $tests tests failed" "$T/stdout" || fail "$(tail -3 "$T/stdout")"
	[ "$(json "$T/suite.json" verdict)" = failed ] || fail "the verdict in JSON"
	[ "$(json "$T/suite.json" tests.#)" = "$tests" ] || fail "the tests in JSON"
	[ "$(json "$T/suite.json" counts.failed)" = 1 ] || fail "the counts in JSON"
	grep -q "<testsuites name=\"heddle\" tests=\"$tests\" failures=\"1\" errors=\"0\"" "$T/suite.xml" || fail "$(head -3 "$T/suite.xml")"
	bug=$(tail -1 "$T/stdout" | sed -nE 's/^  heddle replay ([^ ]*) .*/\1/p')
	grep -qF "# $name" <(tail -1 "$T/stdout") || fail "$(tail -1 "$T/stdout")"
	run 1 "$HEDDLE" replay --times 3 "$bug"
	grep -q '3 of 3 replays failed' "$T/stdout" || fail "$(cat "$T/stdout")"
}

"$B/bin/heddle-c++" -g -O1 -o "$T/bank_gtest" "$here/bank_gtest.cpp" -lgtest -lgtest_main -pthread &
"$B/bin/heddle-c++" -g -O0 -o "$T/bank_doctest" "$here/bank_doctest.cpp" -pthread &
CC=$B/bin/heddle-cc cmake -S "$here" -B "$T/build" -DCMAKE_BUILD_TYPE=Debug >"$T/cmake.log" || fail "$(cat "$T/cmake.log")"
cmake --build "$T/build" >"$T/cmake.log" || fail "$(cat "$T/cmake.log")"
wait

finds Banks/Bank.TwoCustomers/17 50 "$here/bank_gtest.cpp:$(grep -n EXPECT_EQ "$here/bank_gtest.cpp" | cut -d: -f1): Expected equality of these values: two_customers(GetParam())" "$T/bank_gtest"
grep -q '^Banks/Bank.TwoCustomers/16 *passed ' <("$HEDDLE" suite -n 60 --out "$T/out" --test '*/16' "$T/bank_gtest") ||
	fail "--test does not select the test"

finds 'bank 17, two customers' 50 "$here/bank_doctest.cpp:" "$T/bank_doctest"

# Of ctest: with the variables of each test, which a replay sets as well, and without those that are meant to fail.
finds bank.17 50 'exit: the program ended with exit status 1' --test 'bank.[0-9]*' "$T/build"
finds bank.variable 2 'exit: the program ended with exit status 1' --test bank.variable --test broken "$T/build"
[ "$(json "$T/suite.json" tests.1.verdict)" = skipped ] || fail "a test that is meant to fail is not skipped"
