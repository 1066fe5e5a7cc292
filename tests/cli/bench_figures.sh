#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# `make bench` builds all that it needs, and a figure that could not be taken is never one that is good.
# shellcheck source=bench/figures.sh
. "$(dirname "$0")/../../bench/figures.sh"

make -C "$ROOT" -pn bench-tools 2>/dev/null | sed -n 's/^bench-tools: //p' >"$T/needs"
grep -w 'tests/bin/json' "$T/needs" >/dev/null || fail "make bench does not build what reads its figures: $(cat "$T/needs")"

collect good 20
collect good 30
collect good 40
collect none ''
collect broken nan
[ "$(median good)" = 30 ] || fail "median: $(median good)"
row one "$(median good)" 10 x '>=' 3 >"$T/row" && grep '3.0 x.* ok$' "$T/row" >/dev/null || fail "$(cat "$T/row")"
row two "$(median good)" 0 ns '<=' 10 >"$T/row" && grep '30.0 ns.* MISSED$' "$T/row" >/dev/null || fail "$(cat "$T/row")"
[ -z "$missing" ] || fail "a good figure is missing"
for bad in none broken absent; do
	for way in '<=' '>='; do
		missing=
		row "$bad" "$(median $bad)" "$(median good)" x "$way" 1 >"$T/row"
		grep '^'$bad' *NO FIGURE$' "$T/row" >/dev/null || fail "$bad: $(cat "$T/row")"
		[ -n "$missing" ] || fail "$bad: not missing"
		missing=
		row "$bad" "$(median good)" "$(median $bad)" x "$way" 1 >"$T/row"
		[ -n "$missing" ] || fail "$bad: not missing as the second figure"
	done
done
