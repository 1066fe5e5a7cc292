#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Workers, the server and those who put work into the store are killed by SIGKILL at random moments: nothing that was committed is
# lost, each unit is done, and the database passes its own checks. KILLS=50 tests/cli/worker_kills.sh (make campaign-stress) has 50 of each.
. "$(dirname "$0")/../lib.sh"
. "$(dirname "$0")/../postgres.sh"
KILLS=${KILLS:-4}
RANDOM=${SEED:-1}
cd "$T" || exit
pg_init
url=$(pg_url)
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -pthread -o pool "$ROOT/tests/programs/clean_thread_pool.c"
pg_sql "CREATE EXTENSION amcheck"
run 0 "$HEDDLE" worker --put stress --units 2 -n 300 --with --strategy=maple "$url" ./pool

# Two workers; the lease is short, because tests have no time.
workers=()
start_worker() # WHICH
{
	"$HEDDLE" worker --lease 2 --jobs 1 "$url" >>"said.$1" 2>>"complained.$1" &
	workers[$1]=$!
}
end_all()
{
	kill -9 "${workers[@]}" 2>/dev/null || true
	pg_end
}
trap end_all EXIT
start_worker 0
start_worker 1

# What may only grow.
sums()
{
	pg_sql "SET search_path = heddle; SELECT (SELECT count(*) FROM iroot), (SELECT coalesce(sum(exposed), 0) FROM iroot),
		(SELECT coalesce(sum(attempts), 0) FROM iroot), (SELECT count(*) FROM search), (SELECT coalesce(sum(runs), 0) FROM search),
		(SELECT count(*) FROM site), (SELECT count(*) FROM unit), (SELECT count(*) FROM unit WHERE state = 2)" | tr '|' ' '
}

old=()
check()
{
	local now i
	now=$(sums)
	read -ra new <<<"$now"
	for i in "${!old[@]}"; do
		[ "${new[i]}" -ge "${old[i]}" ] || fail "less than before after $kills kills: ${old[*]} became $now"
	done
	old=("${new[@]}")
	# What a worker has said to be done stands in the store.
	sed -nE 's/^heddle: unit ([0-9]+): .*/\1/p' said.* | sort >done.said
	pg_sql "SELECT key FROM heddle.unit WHERE state = 2" | sort >done.now
	[ -z "$(comm -13 done.now done.said)" ] || fail "said to be done, and is not: $(comm -13 done.now done.said)"
	[ "$(uniq -d done.said | wc -l)" = 0 ] || fail "units were done twice: $(uniq -d done.said)"
}

pause() { sleep "0.$((RANDOM % 60 + 10))"; }
kills=0
units=2
while [ $kills -lt "$KILLS" ]; do
	kills=$((kills + 1))

	# Who puts work there: all of it is there, or nothing.
	"$HEDDLE" worker --put stress --units 3 -n 300 --with --strategy=maple "$url" ./pool 2>/dev/null &
	pid=$!
	sleep "0.0$((RANDOM % 9))"
	kill -9 $pid 2>/dev/null || true
	wait $pid 2>/dev/null || true
	sleep 0.05
	now=$(pg_sql "SELECT count(*) FROM heddle.unit")
	[ $(((now - units) % 3)) = 0 ] || fail "half of what was put is there: $units units became $now"
	units=$now
	pause

	# A worker, and with it its search.
	which=$((RANDOM % 2))
	kill -9 "${workers[which]}" 2>/dev/null || fail "a worker has ended by itself: $(tail -n 3 complained.$which)"
	wait "${workers[which]}" 2>/dev/null || true
	start_worker $which
	pause
	check

	# The server, in the middle of what it does.
	pg_kill
	pause
	pg_start
	pause
	check
done

# All is done, by workers that end by themselves.
run 0 "$HEDDLE" worker --put stress --units 1 -n 300 --with --strategy=maple "$url" ./pool
for ((i = 0; i < 1200; i++)); do
	[ "$(pg_sql 'SELECT count(*) FROM heddle.unit WHERE state <> 2')" != 0 ] || break
	sleep 0.1
done
check
[ "${old[6]}" = "${old[7]}" ] || fail "not all units are done: ${old[*]}: $(pg_sql "SELECT * FROM heddle.unit WHERE state <> 2")"
run 0 "$HEDDLE" worker --end stress "$url"
for which in 0 1; do
	wait "${workers[which]}" || fail "worker $which: $(tail -n 3 complained.$which)"
done
"$PG_BIN/pg_amcheck" -h "$PG" -p "$PG_PORT" -U boss -d heddle --heapallindexed || fail "the database is damaged"
pg_stop fast
pg_as "$PG_BIN/pg_checksums" --check -D "$PG/data" >checksums || fail "$(cat checksums)"
say "$((3 * kills)) kills, ${old[7]} units done by $(grep -h 'takes part' said.* | wc -l) workers"
