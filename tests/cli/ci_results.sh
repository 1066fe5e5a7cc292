#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Results for continuous integration: SARIF and JUnit XML are valid and say what was found, annotations name the line, and
# exit statuses are those that drivers of tests understand.
. "$(dirname "$0")/../lib.sh"
unset GITHUB_ACTIONS GITHUB_WORKSPACE CI_PROJECT_DIR
command -v xmllint >/dev/null || skip "xmllint (Debian: libxml2-utils) is not there to validate JUnit XML"
python=
for p in python3 /usr/bin/python3; do "$p" -c 'import jsonschema' 2>/dev/null && python=$p && break; done
[ -n "$python" ] || skip "Debian's python3-jsonschema is not there to validate SARIF"

valid_sarif()
{
	"$python" -W ignore -m jsonschema -i "$1" "$ROOT/tests/cli/sarif.schema.json" || fail "$1 is not valid SARIF"
}
valid_junit() { xmllint --noout --schema "$ROOT/tests/cli/junit.xsd" "$1" 2>"$T/xmllint" || { cat "$T/xmllint" && fail "$1 is not valid JUnit XML"; }; }
is() { [ "$(json "$T/$1" "$2")" = "$3" ] || fail "$1: $2 is $(json "$T/$1" "$2"), not $3"; }
xpath() { xmllint --xpath "string($2)" "$T/$1"; }

# A project with a repository of its own: names of files are relative to it, also from a folder in it.
mkdir -p "$T/a project/.git" "$T/a project/src" "$T/a project/out"
cp "$(source_of lost_update)" "$(source_of deadlock_abba)" "$(source_of clean_mutex_counter)" "$T/a project/src/"
cd "$T/a project/out" || exit
for name in lost_update deadlock_abba clean_mutex_counter; do "$B/bin/heddle-cc" -g -O1 -o $name ../src/$name.c -pthread; done

# An assertion: the interleaving has one flow for each thread, and all steps of the run are in one order.
run 1 "$HEDDLE" test -t 900 --seed 7 -q --sarif "$T/assert.sarif" --junit "$T/assert.xml" --annotations github ./lost_update
valid_sarif "$T/assert.sarif"
valid_junit "$T/assert.xml"
result=runs.0.results.0
is assert.sarif $result.ruleId assert
rule=$(json "$T/assert.sarif" $result.ruleIndex)
is assert.sarif "runs.0.tool.driver.rules.$rule.id" assert
is assert.sarif "runs.0.tool.driver.rules.$rule.name" FailedAssertion
for rule in $(seq 0 $(($(json "$T/assert.sarif" runs.0.tool.driver.rules.#) - 1))); do
	name=$(json "$T/assert.sarif" "runs.0.tool.driver.rules.$rule.name" 2>/dev/null || true)
	[ "${name,,}" != "$(json "$T/assert.sarif" "runs.0.tool.driver.rules.$rule.id")" ] || fail "the rule $name has its id as its name, which the standard forbids"
done
is assert.sarif $result.level error
is assert.sarif $result.locations.0.physicalLocation.artifactLocation.uri src/lost_update.c
is assert.sarif $result.locations.0.physicalLocation.artifactLocation.uriBaseId SRCROOT
is assert.sarif runs.0.originalUriBaseIds.SRCROOT.uri "file://$T/a%20project/"
is assert.sarif $result.codeFlows.0.threadFlows.# 3
is assert.sarif runs.0.invocations.0.exitCode 1
is assert.sarif runs.0.invocations.0.executionSuccessful true
json "$T/assert.sarif" $result.baselineState >/dev/null && fail "baselineState without a baseline"
index=$(json "$T/assert.sarif" $result.locations.0.physicalLocation.artifactLocation.index)
is assert.sarif "runs.0.artifacts.$index.location.uri" src/lost_update.c
orders=$(json "$T/assert.sarif" $result.codeFlows.0 | grep -o '"executionOrder":[0-9]*' | cut -d: -f2 | sort -n)
[ "$orders" = "$(seq "$(wc -l <<<"$orders")")" ] || fail "executionOrder is not 1, 2, …: $orders"
[ "$(xpath assert.xml //testcase/failure/@type)" = assert ] || fail "the failure has no type"
[ "$(xpath assert.xml //testcase/@file)" = src/lost_update.c ] || fail "file: $(xpath assert.xml //testcase/@file)"
xpath assert.xml //testcase/failure | grep 'The steps that led there' >/dev/null || fail "the report is not in JUnit"
line=$(grep -n 'assert(balance' ../src/lost_update.c | cut -d: -f1)
grep -q "^::error file=src/lost_update.c,line=$line,.*title=heddle%3A assert::.*%0A.*heddle replay heddle-out/bug-1" "$T/stdout" ||
	fail "no annotation: $(grep '^::' "$T/stdout")"

# A deadlock, which has no failing thread; GitHub's variables are enough to get annotations.
GITHUB_ACTIONS=true GITHUB_WORKSPACE="$T/a project/src" run 1 "$HEDDLE" test -t 900 --seed 7 -q --sarif "$T/deadlock.sarif" ./deadlock_abba
valid_sarif "$T/deadlock.sarif"
is deadlock.sarif $result.ruleId deadlock
is deadlock.sarif $result.stacks.# 3
is deadlock.sarif $result.locations.0.physicalLocation.artifactLocation.uri deadlock_abba.c
grep -q '^::error file=deadlock_abba.c,line=' "$T/stdout" || fail "no annotation in GitHub Actions"

# Findings are warnings; with --fail-on they are errors, and the test has failed.
run 0 "$HEDDLE" test -n 30 -s random --seed 1 -q --reset exec --annotations none --sarif "$T/clean.sarif" --junit "$T/clean.xml" ./clean_mutex_counter one "t<w>o"
valid_sarif "$T/clean.sarif"
valid_junit "$T/clean.xml"
is clean.sarif runs.0.results.# 0
is clean.sarif runs.0.invocations.0.exitCode 0
[ "$(xpath clean.xml //testcase/@name)" = "clean_mutex_counter one 't<w>o'" ] || fail "name: $(xpath clean.xml //testcase/@name)"
[ "$(xpath clean.xml //testsuite/@failures)" = 0 ] || fail "a failure in JUnit"

# What cannot be tested is an error for a driver, and a program may ask to be skipped.
run 99 "$HEDDLE" test --exit-codes automake ./not_there
run 2 "$HEDDLE" test ./not_there
printf 'int main(void) { return 77; }\n' >skips.c
"$B/bin/heddle-cc" -o skips skips.c
run 77 "$HEDDLE" test -t 900 -n 5 --exit-codes automake -q ./skips
run 1 "$HEDDLE" test -t 900 -n 5 -q ./skips
refuses "cannot write" "$HEDDLE" test -n 5 --sarif "$T/no/such/folder/x" ./skips
refuses "cannot write" "$HEDDLE" test -n 5 --junit "$T/no/such/folder/x" ./skips
