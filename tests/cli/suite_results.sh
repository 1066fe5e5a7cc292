#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# heddle suite with a build of Meson, and its results for other programs: SARIF and JUnit XML are valid, and with --baseline what is
# known counts for nothing.
. "$(dirname "$0")/../lib.sh"
unset GITHUB_ACTIONS GITHUB_WORKSPACE CI_PROJECT_DIR CC
for tool in meson ninja xmllint; do command -v $tool >/dev/null || skip "$tool is not there"; done
python=
for p in python3 /usr/bin/python3; do "$p" -c 'import jsonschema' 2>/dev/null && python=$p && break; done
[ -n "$python" ] || skip "Debian's python3-jsonschema is not there to validate SARIF"
cd "$T" || exit
is() { [ "$(json "$1" "$2")" = "$3" ] || fail "$1: $2 is $(json "$1" "$2"), not $3"; }

# A project with a repository of its own, built beside it: names of files are relative to the project all the same.
mkdir -p project/.git && cp "$ROOT"/tests/cli/suite/{meson.build,bank.[ch]} project
CC=$B/bin/heddle-cc meson setup build project >log && ninja -C build >>log || fail "$(tail -20 log)"
cd project || exit
# suite STATUS NAME OPTION…: the results are NAME.json, NAME.xml and NAME.sarif, which are valid.
suite()
{
	run "$1" "$HEDDLE" suite -n 60 -j 2 --out out --json "$2.json" --junit "$2.xml" --sarif "$2.sarif" "${@:3}" ../build
	"$python" -W ignore -m jsonschema -i "$2.sarif" "$ROOT/tests/cli/sarif.schema.json" || fail "$2.sarif is not valid"
	xmllint --noout --schema "$ROOT/tests/cli/junit.xsd" "$2.xml" 2>"$T/xmllint" || fail "$(cat "$T/xmllint")"
}
suite 1 first
tests=
for i in 0 1 2 3 4; do tests+="$(json first.json tests.$i.name) $(json first.json tests.$i.verdict), "; done
[ "$tests" = "bank.3 exhausted, bank.16 exhausted, bank.17 failed, bank.crash failed, bank.variable failed, " ] || fail "the tests are $tests"
grep -q '^variable "BANK=3"$' "$(json first.json tests.4.bug)/schedule" || fail "the variable of the test was not set"
is first.sarif runs.# 1
is first.sarif runs.0.invocations.0.exitCode 1
is first.sarif runs.0.invocations.0.exitCodeDescription "3 of 5 tests failed"
is first.sarif runs.0.originalUriBaseIds.SRCROOT.uri "file://$T/project/"
found=$(json first.sarif runs.0.results.#)
errors=0
for ((i = 0; i < found; i++)); do
	at=runs.0.results.$i.locations.0.physicalLocation.artifactLocation
	[ "$(json first.sarif runs.0.results.$i.level)" = error ] && errors=$((errors + 1))
	is first.sarif $at.uriBaseId SRCROOT
	index=$(json first.sarif $at.index)
	is first.sarif "runs.0.artifacts.$index.location.uri" "$(json first.sarif $at.uri)"
	rule=$(json first.sarif runs.0.results.$i.ruleIndex)
	is first.sarif "runs.0.tool.driver.rules.$rule.id" "$(json first.sarif runs.0.results.$i.ruleId)"
done
[ $errors = 2 ] || fail "$errors failures in SARIF, not 2"
[ "$(json first.sarif runs.0.results | grep -o '"heddleBug/v1":"[^"]*"' | sort | uniq -d)" = "" ] || fail "the same result comes twice"

# What is known counts for nothing, whether a report or a folder of bugs says it.
for baseline in first.sarif out; do
	suite 0 second --baseline $baseline
	is second.json verdict passed
	! grep "heddle replay" "$T/stdout" | grep -v ' (does not count, see there)$' || fail "$(cat "$T/stdout")"
	grep -q 'heddle replay .*# bank.17 (does not count, see there)$' "$T/stdout" || fail "$(cat "$T/stdout")"
	is second.sarif runs.0.results.0.baselineState unchanged
	is second.sarif runs.0.invocations.0.exitCode 0
done
refuses "cannot read the baseline" "$HEDDLE" suite -n 5 --out out --baseline nowhere ../build
