#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# What show and replay print for a person, with what may vary masked. round-robin takes no chances, so the schedules stay
# the same. UPDATE=1 writes the golden files anew.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit
golden()
{
	local file=$ROOT/tests/cli/golden/$1
	mask <"$T/$2" >"$T/masked"
	if [ "${UPDATE:-}" = 1 ]; then
		cp "$T/masked" "$file"
	else
		diff -u "$file" "$T/masked" || fail "$1 differs"
	fi
}
for name in deadlock_abba lost_update order_free_before_use; do
	program=$(build_copy "$(source_of $name)")
	run 1 "$HEDDLE" test --minimize 500 -s round-robin -j 1 -t 900 --seed 1 --out "$T/o" -- "$program"
	run 0 "$HEDDLE" show "$T/o/bug-1"
	golden "show_$name.txt" stdout
	LC_ALL=C.UTF-8 run 0 "$HEDDLE" show -w 60 "$T/o/bug-1"
	golden "show_${name}_60.txt" stdout
	run 1 "$HEDDLE" replay "$T/o/bug-1"
	golden "replay_$name.txt" stdout
	for f in schedule report.txt report.json output.txt; do
		[ -e "$T/o/bug-1/$f" ] || fail "no $f in bug-1: $(ls "$T/o/bug-1")"
	done
	rm -rf "$T/o"
done
