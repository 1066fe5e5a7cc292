#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# docs/adding-a-strategy.md says how a strategy is added: one file and one line. That is done to a copy of the tree.
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

copy_tree adding-a-strategy.md
put_page_file 'src\/strategy\/[a-z]+\/sticky\.c'
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
