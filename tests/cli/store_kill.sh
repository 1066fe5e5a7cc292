#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# 200 controllers, four at a time on one store, are killed by SIGKILL at random moments: the store is never damaged, nothing that
# was once in it is lost, and the next controller says nothing about trouble.
. "$(dirname "$0")/../lib.sh"
program=$(build "$(source_of clean_thread_pool)" gcc)
cd "$T" || exit
RANDOM=1

# What may only grow: iRoots, exposed ones, attempts, searches, runs, sites, points.
sums()
{
	sqlite3 -separator ' ' out/heddle.db 'SELECT (SELECT count(*) FROM iroot), (SELECT ifnull(sum(exposed), 0) FROM iroot),
		(SELECT ifnull(sum(attempts), 0) FROM iroot), (SELECT count(*) FROM search), (SELECT ifnull(sum(runs), 0) FROM search),
		(SELECT count(*) FROM site), (SELECT count(*) FROM point), (SELECT count(*) FROM place)'
}

check()
{
	local now i
	[ "$(sqlite3 out/heddle.db 'PRAGMA integrity_check')" = ok ] || fail "the store is damaged after $killed kills"
	now=$(sums)
	read -ra new <<<"$now"
	for i in "${!old[@]}"; do
		[ "${new[i]}" -ge "${old[i]}" ] || fail "less than before after $killed kills: ${old[*]} became $now"
	done
	old=("${new[@]}")
}

old=()
killed=0
while [ $killed -lt 200 ]; do
	pids=()
	for i in 1 2 3 4; do
		# Searches of different lengths, so that some are killed while they end.
		"$HEDDLE" test -q -j 1 -s maple -n $((RANDOM % 3000 + 20)) -t 5 --seed $((killed + i)) --out out "$program" >"said.$i" 2>&1 &
		pids+=($!)
	done
	sleep "0.0$((RANDOM % 30 + 10))"
	for pid in "${pids[@]}"; do
		sleep "0.00$((RANDOM % 10))"
		kill -9 "$pid" 2>/dev/null || true
		wait "$pid" 2>/dev/null || true
		killed=$((killed + 1))
	done
	! grep -h 'store' said.* || fail "trouble after $killed kills"
	[ $((killed % 40)) -ne 0 ] || [ ! -e out/heddle.db ] || check
done
check
[ "${old[3]}" -ge 20 ] || fail "of 200 searches only ${old[3]} got anything into the store: too fast to test anything"

# And it is still of use.
run 0 "$HEDDLE" test -q -n 50 -j 1 --out out "$program"
[ ! -s "$T/stderr" ] || fail "$(cat "$T/stderr")"
check
