#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# docs/adding-an-analysis.md says how an analysis is added: one file and one line. That is done to a copy of the tree.
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

copy_tree adding-an-analysis.md
put_page_file 'src\/analysis\/handoff\.c'
grep -q 'hd_analysis_handoff = {' "$copy/$file" || fail "the page has no file"
line=$(block "Then, at the end of \`src/model/analyses.def\`:")
[[ $line == 'HD_ANALYSIS(handoff, '* ]] || fail "the page has no line"
echo "$line" >>"$copy/src/model/analyses.def"
run 0 make -s -C "$copy" -j2 B=build all

HEDDLE=$copy/build/bin/heddle
run 0 "$copy/build/bin/heddle-cc" -g -o "$T/counter" "$(source_of clean_mutex_counter)" -lpthread
run 0 "$HEDDLE" test --check handoff -j 1 -s random --seed 1 -n 50 --json "$T/json" --out "$T/out" -- "$T/counter"
[ "$(json "$T/json" findings.0.kind)" = handoff ] || fail "no finding: $(json "$T/json" findings)"
json "$T/json" findings.0.message | grep 'so it is handed over' >/dev/null || fail "the sentence: $(json "$T/json" findings.0.message)"
grep -q handoff "$T/out/findings.txt" || fail "findings.txt does not have it"
run 1 "$HEDDLE" test --fail-on handoff -j 1 -s random --seed 1 -n 50 --out "$T/out" -- "$T/counter"
# Nothing is found where it is not asked for.
run 0 "$HEDDLE" test -j 1 -s random --seed 1 -n 50 --json "$T/json" --out "$T/out" -- "$T/counter"
[ "$(json "$T/json" findings.#)" = 0 ] || fail "not asked for: $(json "$T/json" findings)"
