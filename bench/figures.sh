# shellcheck shell=bash disable=SC2034 # variables are for the caller
# SPDX-License-Identifier: Apache-2.0
#
# The figures of bench/run: collected by name, and printed in rows beside what they should be. It brings tests/lib.sh with it.
. "$(dirname "${BASH_SOURCE[0]}")/../tests/lib.sh"

# collect NAME FIGURE; median NAME: of what was collected under that name, or nothing.
declare -A samples
collect() { samples[$1]+="$2 "; }
median() { tr ' ' '\n' <<<"${samples[$1]:-}" | { grep . || :; } | sort -g | awk '{ v[NR] = $1 } END { if (NR) print v[int((NR + 1) / 2)] }'; }

# row SENTENCE A B UNIT WAY TARGET: with the unit "x" the value is A divided by B, otherwise A without B. A figure that could not
# be taken is no number above zero: the row says so, and missing is set.
missing=
row()
{
	awk -v what="$1" -v a="$2" -v b="$3" -v unit="$4" -v way="$5" -v target="$6" 'BEGIN {
		if (a !~ /^[0-9.]+(e[-+]?[0-9]+)?$/ || b !~ /^[0-9.]+(e[-+]?[0-9]+)?$/ || a + 0 <= 0 || (unit == "x" && b + 0 <= 0)) {
			printf "%-58s NO FIGURE\n", what
			exit 1
		}
		value = unit == "x" ? a / b : a - b
		good = way == ">=" ? value >= target : value <= target
		printf "%-58s %9.1f %-3s %s %5.4g %-3s %s\n", what, value, unit, way, target, unit, good ? "ok" : "MISSED" }' || missing=yes
}
