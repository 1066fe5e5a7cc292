#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# The page of heddle static --html works in a browser: its script shows the filters, counts the pairs and draws a curve for each.
. "$(dirname "$0")/../lib.sh"
[ -x "$B/libexec/heddle-static" ] || skip "heddle-static was not built, LLVM is not installed"
browser=$(command -v chromium || command -v chromium-browser) || skip "chromium is not installed"
"$B/bin/heddle-cc" --compiler clang -O1 -pthread -o "$T/program" "$ROOT/tests/static/condvar.c"
run 0 "$HEDDLE" static --html "$T/page.html" "$T/program"
pairs=$(grep -c '^<li ' "$T/page.html")
timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$T/browser" --virtual-time-budget=5000 \
	--dump-dom "file://$T/page.html" >"$T/dom" 2>"$T/browser.log" </dev/null || skip "chromium does not run here"
[ -s "$T/dom" ] || skip "chromium does not run here"
grep -q ">$pairs pairs are shown</output>" "$T/dom" || fail "the script does not count $pairs pairs"
[ "$(grep -o '<path ' "$T/dom" | wc -l)" = "$pairs" ] || fail "$(grep -o '<path ' "$T/dom" | wc -l) curves for $pairs pairs"
if grep -q '<form id="filters" hidden' "$T/dom"; then fail "the filters stay hidden"; fi
