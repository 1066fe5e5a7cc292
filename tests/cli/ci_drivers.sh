#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A CMake, a Meson and an Automake project use an installed Heddle exactly as docs/ci.md says: the projects have the lines of the
# page, the commands are those of the page, the good test passes and the bad one fails. The commands that the page has for GitHub and
# GitLab are run as well.
. "$(dirname "$0")/../lib.sh"
unset CC CXX CFLAGS LDFLAGS MAKEFLAGS GITHUB_ACTIONS
for tool in cmake ctest meson ninja autoreconf automake; do command -v $tool >/dev/null || skip "$tool is not there"; done
page=$ROOT/docs/ci.md
make -s -C "$ROOT" B="$B" install DESTDIR="" PREFIX="$T/prefix" >"$T/log" 2>&1 || { cat "$T/log" && fail "make install"; }
export PATH=$T/prefix/bin:$PATH

# code HEADING LANGUAGE N: the N-th block in this language below this heading of the page.
code()
{
	awk -v heading="## $1" -v fence="\`\`\`$2" -v n="$3" '
		/^## / { below = $0 == heading }
		below && $0 == "```" { on = 0 }
		on { print }
		below && $0 == fence && ++seen == n { on = 1 }' "$page"
}

# start PROJECT HEADING FILE LANGUAGE: a copy of the project, which has all lines of the page, is the current folder.
start()
{
	local line
	mkdir "$T/$1" && cp "$ROOT/tests/projects/$1"/* "$ROOT"/tests/projects/*.c "$T/$1/"
	cd "$T/$1" || exit
	code "$2" "$4" 1 >"$T/lines"
	[ -s "$T/lines" ] || fail "the page shows nothing for $2"
	while read -r line; do grep -qF -- "$line" "$3" || fail "$3 of the project does not have the line of the page: $line"; done <"$T/lines"
}

# follow STATUS HEADING N: runs the N-th block of commands below this heading.
follow()
{
	code "$2" sh "$3" >"$T/commands"
	[ -s "$T/commands" ] || fail "the page has no commands number $3 for $2"
	run "$1" bash -e "$T/commands"
}
shows() { grep -qE -- "$1" "$T/stdout" || { tail -40 "$T/stdout" && fail "the output does not have /$1/"; }; }

start cmake CMake CMakeLists.txt cmake
follow 8 CMake 1
shows ' good \.+ +Passed'
shows ' bad \.+\*\*\*Failed'
shows "assertion .count == 2' failed"
[ -d build/heddle/bad/bug-1 ] && [ -f build/heddle/good/result.xml ] || fail "the tests have left nothing in build/heddle"
follow 8 CMake 2
shows '^[0-9]+: heddle: exhausted: no failure' # the test that is not Heddle's own

start meson Meson meson.build meson
follow 1 Meson 1
shows 'counter_good +OK'
shows 'counter_bad +FAIL'
shows "assertion .count == 2' failed"
follow 1 Meson 2
shows 'counter_good +OK'
shows 'counter_bad +FAIL'

start automake Automake Makefile.am make
autoreconf -i >"$T/log" 2>&1 || { cat "$T/log" && fail "autoreconf"; }
follow 2 Automake 1
shows '^PASS: counter_good'
shows '^FAIL: counter_bad'
grep -q "assertion .count == 2' failed" counter_bad.log || fail "the failure is not in the log of the test"
[ -d counter_bad.log.heddle/bug-1 ] || fail "the failure has no folder"
run 1 "$HEDDLE" suite -n 200 --out suite-out --json suite.json .
[ "$(json suite.json tests.#)" = 2 ] && grep -q 'counter_bad  *failed' "$T/stdout" && grep -q 'counter_good  *\(passed\|exhausted\)' "$T/stdout" || fail "heddle suite: $(cat "$T/stdout")"
follow 2 Automake 2
shows '^PASS: counter_good'
shows '^FAIL: counter_bad'

# The services' files: their commands find the failure of a program that make builds, and write what the service takes.
mkdir "$T/service" "$T/bin" && cd "$T/service" || exit
cp "$ROOT/tests/projects/counter_bad.c" queue_test.c
printf '#!/bin/sh\n[ "$*" = "apt-get install -y ./tools/heddle.deb" ]\n' >"$T/bin/sudo" # it is installed already
chmod +x "$T/bin/sudo"
commands() # HEADING PATTERN: the command of each line of its block that begins like that
{
	code "$1" yaml 1 | sed -nE "s/^ *$2//p" >"$T/commands"
	[ "$(grep -c '' "$T/commands")" -ge 2 ] || fail "the page has no commands for $1"
}
commands "GitHub Actions" '- run: '
PATH=$T/bin:$PATH run 1 bash -e "$T/commands"
[ "$(json heddle.sarif runs.0.results.0.ruleId)" = assert ] && [ -f heddle-out/bug-1/schedule ] || fail "GitHub gets no results"
commands GitLab '- '
run 1 bash -e "$T/commands"
grep -q '<failure ' heddle.xml || fail "GitLab gets no results"
shows 'heddle-out/bug-1 .*: still failing' # the cache has it
