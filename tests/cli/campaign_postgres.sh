#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# heddle campaign with its work in PostgreSQL: another worker, that has none of the files, takes part; the server is stopped and started again
# in the middle, and nothing is made twice or left out.
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
