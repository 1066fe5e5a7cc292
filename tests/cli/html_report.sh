#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# heddle report and heddle test --html write pages that need nothing else: elements are closed, nothing is fetched, the data of
# the run is in them, and nothing of the program's text is taken for markup.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit

page_is_sound() # FILE SCRIPTS
{
	awk -f "$ROOT/tests/helpers/tags.awk" "$1" || fail "$1 is not well-formed"
	[ "$(head -c 15 "$1")" = '<!doctype html>' ] || fail "$1 is no page"
	grep -q "default-src 'none'" "$1" || fail "$1 may load something"
	if grep -qE "unsafe-(inline|eval)" "$1"; then fail "$1 may run any script"; fi
	if grep -oE '<[a-z][^<>]*>' "$1" | grep -oE ' (src|href|action|data|poster|srcset)=.*' | grep -vE '^ href="([a-z0-9-]+\.html|#[a-z]+)"'; then fail "$1 refers to something else"; fi
	if grep -qE 'url\(|@import' "$1"; then fail "the style of $1 refers to something else"; fi
	[ "$(grep -o '<script' "$1" | wc -l)" = "$2" ] || fail "$1 has $(grep -o '<script' "$1" | wc -l) scripts instead of $2"
	# What the policy allows is what is there.
	[ "$(content style "$1" | hash)" = "$(policy "$1" style-src)" ] || fail "the style of $1 is not the one that its policy allows"
	[ "$2" = 0 ] || [ "$(content script "$1" | hash)" = "$(policy "$1" script-src)" ] || fail "the script of $1 is not the one that its policy allows"
}
content() { sed -n "/^<$1>/,/^<\/$1>/p" "$2" | sed "1s/<$1>//; \$d"; }
hash() { printf '%b' "$(sha256sum | cut -c1-64 | sed 's/../\\x&/g')" | base64 -w0; }
policy() { grep -o "$2 'sha256-[^']*" "$1" | sed "s/.*sha256-//"; }
data_of() { sed -n 's/^<script type="application\/json" id="run">\(.*\)<\/script>$/\1/p' "$1"; }

# A failure of each program becomes a page; the list has them all, and what was covered.
"$B/bin/heddle-cc" -g -pthread -o deadlock "$ROOT/examples/deadlock_abba.c"
run 1 "$HEDDLE" test --seed 1 -t 900 -n 3000 --html pages --out out ./deadlock
grep -qF 'heddle: the report is pages/index.html' stdout || fail "it does not say where the report is"
page_is_sound pages/index.html 0
page_is_sound pages/coverage.html 0
page_is_sound pages/bug-1.html 2
grep -qF 'href="bug-1.html"' pages/index.html || fail "no link to the failure"
grep -qF 'href="coverage.html"' pages/index.html || fail "no link to the coverage"
# The names of all seven lines are in the picture, which is 360 high, and none covers another one: five of them are at its lower edge.
"$B/bin/heddle-cc" -g -pthread -o fields "$ROOT/examples/two_fields.c"
run 1 "$HEDDLE" test -q --seed 1 -t 900 -n 3000 --html pages-fields --out out-fields ./fields
grep -oE '<text class="c[0-6]" x="[0-9.]+" y="[0-9.]+"' pages-fields/coverage.html | sed 's/.*y="//; s/"//' | sort -n |
	awk 'NR > 1 && $1 - y < 12 { bad = 1 } { y = $1 } END { exit bad || NR != 7 || y > 360 }' || fail "names of lines: $(grep '<text class="c' pages-fields/coverage.html)"
grep -qE '<code>(checking|savings)\.lock</code>' pages/bug-1.html || fail "the cause does not name the locks as code"
grep -qF '<code>heddle replay --gdb out/bug-1</code>' pages/bug-1.html || fail "no command for the debugger"
data_of pages/bug-1.html >data.json
[ "$(json data.json steps.thread.#)" = "$(json out/bug-1/report.json steps_list.#)" ] || fail "not all steps are in the page"
[ "$(json data.json steps.act.#)" = "$(json data.json steps.place.#)" ] || fail "the columns differ in length"
# Both locks are held to the end.
[ "$(json data.json locks.#)" = 2 ] && [ "$(json data.json locks.0.3) $(json data.json locks.1.3)" = "$(json data.json steps.act.#) $(json data.json steps.act.#)" ] ||
	fail "the locks are not held to the end: $(json data.json locks)"
grep -qF '"pthread_mutex_lock(&from->lock);"' <(tr ',' '\n' <data.json | sed 's/"  */"/') || fail "the source is not in the page"

# The same from what is in the folder, from the failure alone, and from the store alone.
run 0 "$HEDDLE" report --html again out
cmp pages/bug-1.html again/bug-1.html || fail "heddle report makes another page than heddle test --html"
run 0 "$HEDDLE" report --html one out/bug-1
page_is_sound one/index.html 0
[ ! -e one/coverage.html ] || fail "coverage without a store"
run 0 "$HEDDLE" report --html covered out/heddle.db
[ ! -e covered/bug-1.html ] && grep -q '<svg' covered/index.html || fail "the store alone"
mv out heddle-out
run 0 "$HEDDLE" report
[ -e heddle-html/bug-1.html ] || fail "heddle-out is not the default"

# Source that has changed since is not shown as if it were the old one.
mkdir changing
cp "$ROOT/examples/deadlock_abba.c" changing/
"$B/bin/heddle-cc" -g -pthread -o deadlock2 changing/deadlock_abba.c
run 1 "$HEDDLE" test --seed 1 -q -t 900 -n 3000 --out out2 ./deadlock2
sed -i '1i int added;' changing/deadlock_abba.c
run 0 "$HEDDLE" report --html changed out2/bug-1
data_of changed/bug-1.html >changed.json
[ "$(json changed.json files.0.state)" = changed ] || fail "the source has changed, which the page does not say"
if grep -q 'int added' changed/bug-1.html; then fail "the new source is shown"; fi
rm changing/deadlock_abba.c
run 0 "$HEDDLE" report --html missing out2/bug-1
data_of missing/bug-1.html >missing.json
[ "$(json missing.json files.0.state)" = missing ] || fail "the source is missing, which the page does not say"

# Text of the program is text: in the source, the output, a thread's name, an assertion, the arguments and the file's name.
mkdir 'a<b>&"c'
cp "$ROOT/tests/browser/hostile.c" 'a<b>&"c/x.c'
"$B/bin/heddle-cc" -g -pthread -o 'p"<i>' 'a<b>&"c/x.c'
run 1 "$HEDDLE" test --seed 1 -q -t 900 -n 100 --out out3 --html hostile './p"<i>' '</code><script>hacked=5</script>'
page_is_sound hostile/bug-1.html 2
page_is_sound hostile/index.html 0
page_is_sound hostile/coverage.html 0
if grep -n 'hacked' hostile/*.html | grep -E '<script>hacked|<img'; then fail "text is taken for markup"; fi
for n in 1 2 4 5; do grep -qE "(&lt;|u003c)script&?[a-z]*;?>?hacked=$n" hostile/bug-1.html || fail "hacked=$n is not shown as it is"; done
data_of hostile/bug-1.html >hostile.json
[ "$(json hostile.json threads.#)" -ge 1 ] || fail "the data cannot be read"

refuses "there is no folder or store" "$HEDDLE" report nowhere
refuses "has no failure and no store" "$HEDDLE" report 'a<b>&"c'
: >file
refuses "cannot create the folder|cannot write" "$HEDDLE" report --html file/pages out2/bug-1
refuses "cannot create the folder|cannot write" "$HEDDLE" test --html file/pages ./deadlock
refuses "give one of them" "$HEDDLE" test --compare random --html x ./deadlock
printf '{}' >out2/bug-1/report.json
refuses "not a report" "$HEDDLE" report --html bad out2/bug-1
