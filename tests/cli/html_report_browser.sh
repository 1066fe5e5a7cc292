#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# The pages of heddle report work in a browser: stepping, filters, keys, colours, paper, hostile text, and a hundred thousand steps.
. "$(dirname "$0")/../lib.sh"
browser=$(command -v chromium || command -v chromium-browser) || skip "chromium is not installed"
command -v node >/dev/null || skip "node is not installed"
cd "$T" || exit
for script in "$ROOT"/src/report/page/*.js "$ROOT"/tests/browser/*.js; do node --check "$script"; done

"$B/bin/heddle-cc" -g -pthread -o deadlock "$ROOT/examples/deadlock_abba.c"
# However busy the machine is, the schedule is made as small as it gets: six steps.
run 1 "$HEDDLE" test --seed 1 -q -t 900 -n 3000 --minimize 500 --html deadlock_pages --out out ./deadlock
"$B/bin/heddle-cc" -g -pthread -o hostile "$ROOT/tests/browser/hostile.c"
run 1 "$HEDDLE" test --seed 1 -q -t 900 -n 100 --html hostile_pages --out out2 ./hostile '<script>hacked=5</script>'
mkdir long
awk -v steps=100000 -v version="$(json out/bug-1/report.json version)" -v source="$ROOT/examples/deadlock_abba.c" -f "$ROOT/tests/browser/long_run.awk" >long/report.json
run 0 "$HEDDLE" report --html long_pages long
[ "$(stat -c %s long_pages/long.html)" -lt 8000000 ] || fail "the page of 100,000 steps has $(stat -c %s long_pages/long.html) bytes"

status=0
timeout 600 node "$ROOT/tests/browser/report_test.js" "$browser" deadlock_pages/bug-1.html hostile_pages/bug-1.html long_pages/long.html \
	hostile_pages/index.html hostile_pages/coverage.html >log 2>&1 </dev/null || status=$?
cat log
[ $status != 77 ] || skip "chromium does not run here"
[ $status = 0 ] || fail "the pages do not work"
