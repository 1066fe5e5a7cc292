#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# docs/adding-a-strategy.md says how a strategy is added: one file and one line. That is done to a copy of the tree.
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

page=$ROOT/docs/adding-a-strategy.md
copy=$T/copy
mkdir "$copy"
cp -a "$ROOT/Makefile" "$ROOT/src" "$ROOT/tools" "$ROOT/include" "$copy/"
mkdir -p "$copy/build"
# What is built already is taken over, so that only what depends on the table of strategies is compiled.
for part in rt ctl lib bin; do cp -a "$B/$part" "$copy/build/"; done

# block LINE: the lines of code that follow this line of the page.
block() { awk -v after="$1" '$0 == after { on = 1 } on && /^```$/ { exit } on > 1 { print } on && /^```c/ { on = 2 }' "$page"; }

file=$(sed -nE 's/^`(src\/strategy\/[a-z]+\/sticky\.c)`:$/\1/p' "$page")
[ -n "$file" ] || fail "the page names no file"
block "\`$file\`:" >"$copy/$file"
grep -q 'hd_strategy_sticky = {' "$copy/$file" || fail "the page has no file"
line=$(block "Then, in \`src/strategy/strategies.def\`, before \`replay\`:")
[ "$line" = 'HD_STRATEGY(sticky)' ] || fail "the page has no line"
sed -i "s/^HD_STRATEGY(replay)/$line\n&/" "$copy/src/strategy/strategies.def"

run 0 make -s -C "$copy" -j2 B=build all
run 0 "$copy/build/bin/heddle" test --help
grep -q '^ *sticky  *a random walk that leaves' "$T/stdout" || fail "--help does not list the strategy"

HEDDLE=$copy/build/bin/heddle
run 0 "$copy/build/bin/heddle-cc" -g -o "$T/lost_update" "$ROOT/examples/lost_update.c" -lpthread
run 1 "$HEDDLE" test -s sticky --depth 8 --seed 1 --runs 20000 --out "$T/out" "$T/lost_update"
run 1 "$HEDDLE" replay "$T/out/bug-1"
grep -q 'as recorded' "$T/stdout" "$T/stderr" || fail "the failure does not replay"
