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
# Real, and too long for its report: all steps are in the page when the run is made once more.
"$B/bin/heddle-cc" -g -O1 -pthread -o long "$ROOT/tests/browser/long_run.c"
run 1 "$HEDDLE" test --seed 1 -s random -q -t 900 -n 500 --minimize 0 --no-store --out out3 ./long
steps=$(json out3/bug-1/report.json steps)
[ "$steps" -gt 100000 ] || fail "the long run has only $steps steps"
run 0 "$HEDDLE" report --html short_pages out3/bug-1
grep -qF '<code>heddle report --all out3/bug-1</code>' short_pages/bug-1.html || fail "the page does not say how to see the steps that are left out"
run 0 "$HEDDLE" report --all --html long_pages out3/bug-1
if grep -qF 'heddle report --all' long_pages/bug-1.html; then fail "the page of all steps says how to see all"; fi
[ "$(stat -c %s long_pages/bug-1.html)" -lt 8000000 ] || fail "the page of 100,000 steps has $(stat -c %s long_pages/bug-1.html) bytes"

status=0
timeout 600 node "$ROOT/tests/browser/report_test.js" "$browser" deadlock_pages/bug-1.html hostile_pages/bug-1.html long_pages/bug-1.html \
	hostile_pages/index.html hostile_pages/coverage.html >log 2>&1 </dev/null || status=$?
cat log
[ $status != 77 ] || skip "chromium does not run here"
[ $status = 0 ] || fail "the pages do not work"
