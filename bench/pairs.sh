# shellcheck shell=bash disable=SC2034 # variables are for the caller
# SPDX-License-Identifier: Apache-2.0
#
# Pairs that `heddle static` lists beside pairs that meet in runs (--check pair), both as lines "KIND FILE:LINE:COLUMN
# FILE:LINE:COLUMN" in which the place that sorts first is the first. Brings bench/lib.sh with it.
# shellcheck source=bench/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# listed_pairs PROGRAM [OPTION…]: what is listed.
listed_pairs()
{
	"$HEDDLE" static "${@:2}" "$1" >"$T/listed" || fail "heddle static $1"
	awk '/^[A-Z][A-Z]: / { kind = substr($1, 1, 2) }
		$1 == "must" || $1 == "may" { print kind, ($3 < $6 ? $3 " " $6 : $6 " " $3) }' "$T/listed" | sort -u
}

# met_pairs JSON: what a search with --check pair says that has met. The kind follows from what the two do; two waiters that contend for their
# mutex (WW) are called so, too: no list has them.
met_pairs()
{
	awk '/"kind": "pair"/ { is_pair = 1 } /"kind": "(race|lock-order)"/ { is_pair = 0 }
		/"message": / { message = $0 }
		/"sites": \[/ { n = 0; in_sites = 1; next }
		in_sites && /\]/ { in_sites = 0; if (is_pair && n == 2) put() }
		in_sites { s = $0; gsub(/[",]/, "", s); sub(/.*[ \/]/, "", s); site[++n] = s }
		function put(  k) {
			k = "MM"
			if (message ~ / (reads|writes|changes) /) k = "RW"
			else if (message ~ / (signals|broadcasts to|posts to) /) k = "WN"
			else if (message ~ / locks again /) k = message ~ /locks again .* locks again / ? "WW" : "WM"
			print k, (site[1] < site[2] ? site[1] " " site[2] : site[2] " " site[1])
		}' "$1" | sort -u
}

# look_for_pairs STRATEGY RUNS SECONDS PROGRAM [ARGUMENT…]: a search for pairs and races whose pairs are added to the file $T/met; sets exhausted to yes or no.
look_for_pairs()
{
	local status=0
	rm -rf "$T/out"
	timeout $(($3 * 3 + 60)) "$HEDDLE" test -q -k -j 1 -s "$1" -n "$2" -t "$3" --seed 1 --check pair,race --no-store --json "$T/json" \
		--out "$T/out" -- "${@:4}" >"$T/stdout" 2>"$T/stderr" </dev/null || status=$?
	[ $status -le 1 ] || fail "heddle test -s $1 -- $4: exit status $status: $(tail -3 "$T/stderr")"
	exhausted=no
	if [ "$(json "$T/json" proof.all 2>/dev/null)" = true ]; then exhausted=yes; fi
	met_pairs "$T/json" >"$T/met.new"
	touch "$T/met"
	sort -u -o "$T/met" "$T/met" "$T/met.new"
}

# missing_pairs LISTED: what has met and is not in the file LISTED.
missing_pairs()
{
	sort -u "$1" | comm -13 - "$T/met" | sed '/^WW/d'
}
