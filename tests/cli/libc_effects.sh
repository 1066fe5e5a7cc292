#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# What functions of libc read and write is seen: a race on it is told for each of them, in each of the two compilers'
# programs, and none is told when a lock orders the two threads.
. "$(dirname "$0")/../lib.sh"
S=$ROOT/tests/cli/libc_effects/cases.c

# The function that each told line of the source is in.
told()
{
	json "$T/json" findings | grep -oE 'cases\.c:[0-9]+' | sort -u | cut -d: -f2 | awk -v source="$S" '
		BEGIN { while ((getline line < source) > 0) { n++; if (line ~ /^CASE\(/) at = line; within[n] = at } }
		{ name = within[$1]; gsub(/^CASE\(|\)$/, "", name); print name }' | sort -u
}

for compiler in gcc clang; do
	HEDDLE_CC=$compiler "$B/bin/heddle-cc" -O0 -w -g -o "$T/cases" "$S" -pthread
	search=("$HEDDLE" test -n 3 -t 900 --seed 1 --no-store --check race --out "$T/o" --json "$T/json")
	run 0 "${search[@]}" -- "$T/cases"
	told >"$T/told"
	sed -nE 's/^CASE\((.*)\)$/\1/p' "$S" | sort >"$T/cases.txt"
	[ "$(wc -l <"$T/cases.txt")" -ge 60 ] || fail "only $(wc -l <"$T/cases.txt") cases"
	missed=$(comm -13 "$T/told" "$T/cases.txt" | xargs)
	[ -z "$missed" ] || fail "$compiler: no race is told in: $missed"
	say "$compiler: $(wc -l <"$T/told") functions, a race is told in each"
	run 0 "${search[@]}" -- "$T/cases" locked
	[ "$(json "$T/json" findings.#)" = 0 ] || fail "$compiler: a false race: $(json "$T/json" findings)"
done
