#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# heddle campaign with its work in PostgreSQL: another worker, that has none of the files, takes part; the server is stopped and started again
# in the middle, and nothing is made twice or left out; and the failures that other machines have found are fetched from the store.
. "$(dirname "$0")/../lib.sh"
. "$(dirname "$0")/../postgres.sh"
unset GITHUB_ACTIONS GITHUB_WORKSPACE CI_PROJECT_DIR
cd "$T" || exit
pg_init
export PGPASSWORD=unused
url=$(pg_url)
ask() { pg_sql "SET search_path = heddle; $1"; }
mkdir -p corpus
for letter in a g n; do printf %s "$letter" >"corpus/$letter"; done
"$B/bin/heddle-cc" -g -o depot "$ROOT/tests/cli/inputs/depot.c" -pthread
printf 'runs 20000\noptions -s pos --check none\nprogram ./depot @@\n  inputs corpus\nprogram ./depot\n  inputs corpus\n' >shared

"$HEDDLE" campaign -j 1 --store "$url" --out o shared >"$T/stdout" 2>"$T/stderr" &
campaign=$!
until [ "$(ask 'SELECT count(*) FROM unit' 2>/dev/null)" = 6 ]; do
	kill -0 $campaign || fail "it ended: $(cat "$T/stdout" "$T/stderr")"
	sleep 0.05
done
(cd / && exec "$HEDDLE" worker --quiet -j 1 "$url") >"$T/worker" 2>&1 &
worker=$!
until [ "$(ask 'SELECT count(*) FROM unit WHERE state = 2' 2>/dev/null)" -ge 1 ]; do
	kill -0 $campaign || fail "it ended: $(cat "$T/stdout" "$T/stderr")"
	sleep 0.05
done
pg_stop immediate
pg_start
wait $campaign || fail "status $?: $(cat "$T/stdout" "$T/stderr")"
wait $worker || fail "the worker: $(cat "$T/worker")"
[ "$(ask 'SELECT count(*), min(state), max(state) FROM unit')" = '6|2|2' ] || fail "$(ask 'SELECT key, owner, attempts, state, done_message FROM unit')"
[ "$(json o/campaign.json tests.#)" = 6 ] && [ "$(json o/campaign.json verdict)" = passed ] || fail "$(cat "$T/stdout")"
[ "$(json o/campaign.json runs)" = "$(ask 'SELECT sum(done_runs) FROM unit')" ] || fail "$(json o/campaign.json runs) runs"
[ "$(ask 'SELECT count(*) FROM unit WHERE file > 0 AND input_file > 0')" = 6 ] || fail "program or inputs are not in the store"

# One program and several machines: each has a search of it in each round, with as many jobs as it is told.
"$B/bin/heddle-cc" -g -o pool "$ROOT/tests/programs/clean_thread_pool.c" -pthread
printf 'time 10\njobs 2\nworkers 2\noptions -s pos --check none\nprogram ./pool\n' >machines
"$HEDDLE" campaign -q --store "$url" --out m machines >"$T/stdout" 2>"$T/stderr" &
campaign=$!
until [ "$(ask "SELECT count(*) FROM unit WHERE key = '2.1 pool'")" = 1 ]; do
	kill -0 $campaign || fail "it ended: $(cat "$T/stdout" "$T/stderr")"
	sleep 0.05
done
(cd / && exec "$HEDDLE" worker --quiet --once -j 1 "$url") >"$T/worker" 2>&1 || fail "the worker: $(cat "$T/worker")"
wait $campaign || fail "status $?: $(cat "$T/stdout" "$T/stderr")"
of_machines="FROM unit JOIN campaign ON campaign.id = campaign WHERE name LIKE '%/machines'"
[ "$(ask "SELECT count(*) $of_machines AND (unit.state <> 2 OR attempts <> 1)")" = 0 ] || fail "not each unit was done once"
[ "$(ask "SELECT count(DISTINCT owner) $of_machines")" = 2 ] || fail "the worker had nothing to do: $(cat "$T/worker")"
[ "$(ask "SELECT count(DISTINCT done_report::json->>'jobs') $of_machines AND key NOT LIKE '1 %'")" = 2 ] || fail "the worker was to have one job, and the campaign two"
[ "$(json m/campaign.json tests.#)" = 1 ] && [ "$(json m/campaign.json runs)" = "$(ask "SELECT sum(done_runs) $of_machines")" ] || fail "$(cat "$T/stdout")"

# A search that ends without a result is made again: the server may have gone away while it began. Here it is killed, once.
printf 'runs 60000\noptions -s pos --check none\nprogram ./depot corpus/a\n' >in_vain
for who in campaign worker; do
	if [ $who = campaign ]; then
		"$HEDDLE" campaign -q -j 1 --store "$url" --out v in_vain >"$T/stdout" 2>"$T/stderr" &
	else
		run 0 "$HEDDLE" worker --put vain -n 60000 --with=-s --with=pos --with=--check --with=none "$url" ./depot corpus/a
		"$HEDDLE" worker --once --campaign vain -j 1 "$url" >"$T/stdout" 2>"$T/stderr" &
	fi
	pid=$!
	until child=$(pgrep -P $pid); do
		kill -0 $pid || fail "$who ended: $(cat "$T/stdout" "$T/stderr")"
		sleep 0.01
	done
	kill -9 "$child"
	wait $pid || fail "$who: status $?: $(cat "$T/stdout" "$T/stderr")"
	[ "$(ask 'SELECT done_status, done_runs, attempts FROM unit ORDER BY id DESC LIMIT 1')" = '0|60000|1' ] ||
		fail "$who: $(ask 'SELECT done_status, done_runs, attempts, done_message FROM unit ORDER BY id DESC LIMIT 1')"
done

# The server is away for longer than a lease lasts. Nobody else has the unit then, so it is not searched again.
printf 'runs 60000\noptions -s pos --check none\nprogram ./depot corpus/a\n' >away_for_long
"$HEDDLE" campaign -q -j 2 --store "$url" --out a away_for_long >"$T/stdout" 2>"$T/stderr" &
campaign=$!
of_this() { ask "SELECT $1 FROM unit WHERE campaign = (SELECT max(id) FROM campaign) ${2-}"; }
until [ "$(ask "SELECT count(*) FROM unit JOIN campaign ON campaign.id = campaign WHERE name LIKE '%/away_for_long' AND unit.state = 1")" = 1 ]; do
	kill -0 $campaign || fail "it ended: $(cat "$T/stdout" "$T/stderr")"
	sleep 0.02
done
pg_stop immediate
sleep 9
pg_start
wait $campaign || fail "status $?: $(cat "$T/stdout" "$T/stderr")"
[ "$(of_this 'count(*), sum(attempts), sum(lost), sum(done_runs)')" = '1|1|0|60000' ] || fail "it was searched again: $(of_this 'attempts, lost, done_runs')"

# Whoever has planned it is killed, and a machine that has neither programs nor inputs does all the rest. When the campaign goes on, each
# failure has a folder, where it replays with the files of this machine.
printf xg >corpus/x
cp depot reader
cat >elsewhere <<'FILE'
runs 300
program ./pool
  runs 100000
  options -s pos --check none
program ./depot --from=@@
  inputs corpus
program ./reader
  inputs corpus
FILE
"$HEDDLE" campaign -q -j 1 --store "$url" --out e elsewhere >"$T/stdout" 2>"$T/stderr" &
campaign=$!
until [ "$(of_this 'count(*)' "AND program LIKE '%/reader'")" = 4 ]; do
	kill -0 $campaign || fail "it ended: $(cat "$T/stdout" "$T/stderr")"
	sleep 0.02
done
kill -9 $campaign
wait $campaign 2>/dev/null || true
[ "$(of_this 'count(*)' 'AND state = 2')" = 0 ] || fail "units were done before it was killed: take more runs"
mkdir away
mv depot reader pool corpus away
(cd / && run 0 "$HEDDLE" worker --once -j 1 "$url")
[ "$(of_this 'count(*)' 'AND state = 2')" = 9 ] || fail "not all is done: $(cat "$T/stdout" "$T/stderr")"
run 1 "$HEDDLE" worker --results "$T/elsewhere" --out fetched --json results "$url"
grep -q '9 of 9 units are done' "$T/stdout" || fail "$(cat "$T/stdout")"
[ "$(json results counts.failed)" = 2 ] || fail "$(cat "$T/stdout")"
mv away/* .
for n in 1 2; do
	run 1 "$HEDDLE" replay --times 3 "fetched/bug-$n"
done
run 1 "$HEDDLE" campaign -q -j 1 --store "$url" --out e elsewhere
grep -q '^heddle: failed: depot: x: assert: ' "$T/stdout" || fail "$(cat "$T/stdout")"
grep -q '^heddle: failed: reader: x: assert: ' "$T/stdout" || fail "$(cat "$T/stdout")"
[ "$(json e/campaign.json campaign.new_failures)" = '["depot: x","reader: x"]' ] || fail "$(json e/campaign.json campaign.new_failures)"
grep -q "^program \"$T/depot\"" e/bug-1/schedule || fail "the program of the first one: $(head -5 e/bug-1/schedule)"
grep -q "^arg \"--from=$T/corpus/x\"" e/bug-1/schedule || fail "its arguments: $(head -5 e/bug-1/schedule)"
for n in 1 2; do
	run 1 "$HEDDLE" replay --times 3 "e/bug-$n"
	grep -q '3 of 3 replays failed' "$T/stdout" || fail "$(cat "$T/stdout")"
done
cmp -s e/bug-2/input corpus/x || fail "the standard input of the second one"
! grep -rl 'heddle-worker-' e fetched || fail "the folder of a worker is named"
[ "$(ls -A e | sort | tr '\n' ' ')" = "bug-1 bug-2 campaign.html campaign.json " ] || fail "e: $(ls -A e)"
run 1 "$HEDDLE" campaign -q -j 1 --store "$url" --out e elsewhere
[ "$(json e/campaign.json campaign.known.#)" = 2 ] || fail "they are not tried first: $(cat "$T/stdout")"
