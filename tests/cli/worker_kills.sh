#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Workers, the server, those who put work into the store, and a heddle campaign, which plans and searches, are killed by SIGKILL at random
# moments: nothing that was committed is lost, nothing that is finished is made again, each unit is done, and the database passes its
# own checks. KILLS=50 tests/cli/worker_kills.sh (make campaign-stress) has 50 of each.
. "$(dirname "$0")/../lib.sh"
. "$(dirname "$0")/../postgres.sh"
KILLS=${KILLS:-4}
RANDOM=${SEED:-1}
cd "$T" || exit
export TMPDIR=$T # what a worker that was killed has left there
pg_init
url=$(pg_url)
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -pthread -o pool "$ROOT/tests/programs/clean_thread_pool.c"
pg_sql "CREATE EXTENSION amcheck"
run 0 "$HEDDLE" worker --put stress --units 2 -n 300 --with --strategy=maple "$url" ./pool

# Two workers; the lease is short, because tests have no time.
workers=()
start_worker() # WHICH
{
	"$HEDDLE" worker --campaign stress --lease 2 --jobs 1 "$url" >>"said.$1" 2>>"complained.$1" &
	workers[$1]=$!
}

# The same command goes on with the campaign that was under way, or begins another one when that was at its end.
for ((i = 0; i < 8; i++)); do printf 'program ./pool %d\n' $((i % 3 + 1)); done >nightly
sed -i '1i runs 2000\noptions -s pos --check none' nightly
planner=
start_planner()
{
	"$HEDDLE" campaign -q -j 1 --store "$url" --out out nightly >>said.campaign 2>>complained.campaign &
	planner=$!
}
kill_planner()
{
	local status=0
	kill -9 "$planner" 2>/dev/null || true
	wait "$planner" 2>/dev/null || status=$?
	[ $status = 0 ] || [ $status = 137 ] || fail "a campaign has ended with status $status: $(tail -n 5 said.campaign complained.campaign)"
}
end_all()
{
	kill -9 "${workers[@]}" "$planner" 2>/dev/null || true
	pg_end
}
trap end_all EXIT
start_worker 0
start_worker 1
start_planner

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
	# What is finished stays as it is.
	pg_sql "SELECT id, attempts, done_runs FROM heddle.unit WHERE state = 2" | sort >finished.now
	[ ! -e finished ] || [ -z "$(comm -23 finished finished.now)" ] || fail "finished, and made again: $(comm -23 finished finished.now)"
	mv finished.now finished
	# What a worker has said to be done stands in the store.
	sed -nE 's/^heddle: unit ([0-9]+): .*/\1/p' said.* | sort >done.said
	pg_sql "SELECT unit.key FROM heddle.unit JOIN heddle.campaign ON campaign.id = campaign WHERE name = 'stress' AND unit.state = 2" |
		sort >done.now
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
	now=$(pg_sql "SELECT count(*) FROM heddle.unit JOIN heddle.campaign ON campaign.id = campaign WHERE name = 'stress'")
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

	# A campaign, and with it its searches.
	kill_planner
	start_planner
	pause
	check

	# The server, in the middle of what it does.
	pg_kill
	pause
	pg_start
	pause
	check
done

# All is done, by a campaign and workers that end by themselves.
wait "$planner" || fail "the campaign: $(tail -n 5 said.campaign complained.campaign)"
campaigns=$(pg_sql "SELECT count(*) FROM heddle.campaign WHERE name LIKE '%/nightly'")
[ "$(pg_sql "SELECT count(*) FROM heddle.campaign WHERE name LIKE '%/nightly' AND state <> 'done'")" = 0 ] || fail "a campaign is left open"
[ "$(pg_sql "SELECT count(*) FROM (SELECT campaign FROM heddle.unit JOIN heddle.campaign ON campaign.id = campaign WHERE name LIKE '%/nightly'
	GROUP BY campaign HAVING count(*) <> 8 OR sum(done_runs) <> 16000) AS other")" = 0 ] || fail "a campaign has not done each search once"
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
say "$((4 * kills)) kills, ${old[7]} units done by $(grep -h 'takes part' said.* | wc -l) workers and $campaigns campaigns"
