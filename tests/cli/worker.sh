#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# heddle worker: units are done once, by programs that the campaign has named and no others; over a file and over PostgreSQL.
. "$(dirname "$0")/../lib.sh"
. "$(dirname "$0")/../postgres.sh"
cd "$T" || exit
pg_init
export PGPASSWORD=unused
url=$(pg_url)
build_of() { HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -pthread "$@"; }
build_of -o pool "$ROOT/tests/programs/clean_thread_pool.c"
build_of -o abba "$ROOT/examples/deadlock_abba.c"

for store in "$url" "$T/store.db"; do
	if [ "$store" = "$url" ]; then
		ask() { pg_sql "SET search_path = heddle; $1"; }
	else
		ask() { sqlite3 "$T/store.db" "$1"; }
	fi
	refuses 'there is no open campaign' "$HEDDLE" worker --once "$store"
	refuses 'which program' "$HEDDLE" worker --put nightly "$store"
	run 0 "$HEDDLE" worker --put nightly --units 3 -n 100 --with --strategy=maple "$store" ./pool
	run 0 "$HEDDLE" worker --put nightly -n 500 --with --seed=1 "$store" ./abba

	# The store has the programs: they are not needed any more. Their name in the store is where the campaign saw them.
	mkdir -p away && mv pool abba away
	run 0 "$HEDDLE" worker --once --jobs 1 "$store"
	grep -q 'has done 4 units' stdout || fail "$(cat stdout stderr)"
	[ "$(ask 'SELECT count(*) FROM unit WHERE state = 2 AND attempts = 1')" = 4 ] || fail "not all units are done, once: $(cat stdout)"
	[ "$(ask "SELECT count(*) FROM unit WHERE done_verdict = 'failed' AND done_status = 1")" = 1 ] || fail "the failure is not there"
	[ "$(ask 'SELECT count(*) FROM search')" = 4 ] || fail "not four searches"
	[ "$(ask 'SELECT path FROM program ORDER BY path' | paste -sd' ')" = "$T/abba $T/pool" ] || fail "programs: $(ask 'SELECT path FROM program')"
	[ "$(ask "SELECT count(*) FROM product WHERE name = 'bug-1/schedule'")" = 1 ] || fail "the failure's schedule is not there: $(ask 'SELECT name FROM product')"
	[ "$(ask "SELECT DISTINCT hash FROM unit WHERE path LIKE '%/pool'")" = "$(sha256sum <away/pool | cut -d' ' -f1)" ] || fail "not its SHA-256"

	mv away/* .

	# What has come of it, and the failure: the worker had the program elsewhere. Where it is not to be had it is fetched, too.
	for abba in abba results/files/*/abba; do
		rm -rf results
		[ "$abba" = abba ] || mv abba away
		run 1 "$HEDDLE" worker --results nightly --out results --json json "$store"
		grep -q '4 of 4 units are done' stdout || fail "$(cat stdout)"
		grep -q 'heddle: 1 of 2 tests failed, 1 passed; ' stdout || fail "$(cat stdout)"
		[ "$(json json tests.1.bug)" = results/bug-1 ] || fail "$(cat stdout)"
		# shellcheck disable=SC2086
		grep -q "^program \"$(realpath $abba)\"" results/bug-1/schedule || fail "$(head -3 results/bug-1/schedule)"
		run 1 "$HEDDLE" replay --times 3 results/bug-1
		grep -q '3 of 3 replays failed' stdout || fail "$(cat stdout)"
		run 1 "$HEDDLE" worker --results nightly --out results "$store"
		[ "$(find results -maxdepth 1 -name 'bug-*')" = results/bug-1 ] || fail "it was fetched twice"
	done
	mv away/abba .
	refuses 'there is no campaign .weekly. in the store' "$HEDDLE" worker --results weekly "$store"
	refuses 'results NAME' "$HEDDLE" worker --json json "$store"

	# Another build on this machine: the campaign's is fetched; or, if the store does not have it, nothing is run.
	run 0 "$HEDDLE" worker --put second -n 20 "$store" ./pool
	run 0 "$HEDDLE" worker --put second -n 20 --no-copy "$store" ./abba
	cp pool pool.right && cp abba abba.right
	printf '#!/bin/sh\ntouch %s/was_run\n' "$T" >pool
	cp pool abba
	run 2 "$HEDDLE" worker --once --jobs 1 --campaign second "$store"
	says 'unit 2 is given back: .*abba is here another build' 1
	grep -q 'unit 1: passed' stdout || fail "the campaign's own build was not fetched: $(cat stdout)"
	[ ! -e was_run ] || fail "a program was run that the campaign did not name"
	mv pool.right pool
	rm abba
	run 2 "$HEDDLE" worker --once --jobs 1 --campaign second "$store"
	says 'unit 2 is given back: .*abba is not here' 1
	mkdir -p folder && mv abba.right folder/abba
	sleep 5.1 # what was given back rests for a while
	run 0 "$HEDDLE" worker --once --jobs 1 --programs folder "$store"
	grep -q 'unit 2: ' stdout || fail "--programs: $(cat stdout)"
	mv folder/abba .

	# Somebody has changed the program in the store.
	run 0 "$HEDDLE" worker --put third -n 20 "$store" ./abba
	mv abba away
	if [ "$store" = "$url" ]; then changed="'\\x00'::bytea"; else changed="x'00'"; fi
	ask "UPDATE piece SET bytes = $changed"
	run 2 "$HEDDLE" worker --once --jobs 1 "$store"
	says 'could not be fetched from the store as the campaign has named it' 1
	mv away/abba .

	# Another version.
	ask "UPDATE campaign SET heddle = '9.9, schedules 99' WHERE name = 'third'"
	refuses 'was made by heddle 9.9, schedules 99, and this is' "$HEDDLE" worker --once "$store"
	run 0 "$HEDDLE" worker --end third "$store"
	refuses 'no open campaign .third' "$HEDDLE" worker --end third "$store"
done
[ -z "$(find "${TMPDIR:-/tmp}" -maxdepth 1 -name 'heddle-worker-*' -newer "$T/stdout" 2>/dev/null)" ] || say "folders of workers are left"

# Those who only work may not name programs for others to run, and those who only look may not even work.
pg_as "$PG_BIN/psql" -X -q -v ON_ERROR_STOP=1 -h "$PG" -p "$PG_PORT" -U boss -d heddle -f - <"$ROOT/share/postgres/roles.sql" >said 2>&1 || fail "$(cat said)"
pg_sql "CREATE USER hand IN ROLE heddle_worker; CREATE USER guest IN ROLE heddle_reader"
hand=${url/heddle@/hand@} guest=${url/heddle@/guest@}
run 0 "$HEDDLE" worker --put fourth -n 500 --with --seed=1 "$url" ./abba
run 2 "$HEDDLE" worker --once --campaign fourth "$guest"
says 'permission denied' 1
run 0 "$HEDDLE" worker --once --jobs 1 --campaign fourth "$hand"
run 1 "$HEDDLE" worker --results fourth --out looked "$guest"
run 0 "$HEDDLE" coverage --store "$guest" "$T/abba"
for who in "$hand" "$guest"; do
	run 2 "$HEDDLE" worker --put fourth -n 5 "$who" ./pool
	says 'cannot write to the store .*permission denied' 1
done
for column in hash path args options; do
	! PGPASSWORD='' psql -X -q -d "$hand" -c "UPDATE heddle.unit SET $column = NULL" >said 2>&1 || fail "who works may change $column"
	grep -q 'permission denied' said || fail "$(cat said)"
done

# A password is never printed, and reaches no report.
secret=${url/heddle@/heddle:top-secret@}
run 0 "$HEDDLE" test -q -n 20 --store "$secret" --out out --json json --html pages ./pool
run 0 "$HEDDLE" coverage --store "$secret" "$T/pool"
run 2 "$HEDDLE" coverage --store "${secret/heddle@/nobody@}x?password=top-secret"
says 'cannot read the store postgresql://'
! grep -rq 'top-secret' out json pages stdout stderr || fail "the password is printed: $(grep -rl top-secret out json pages stdout stderr)"
