#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Two hosts, which are two network namespaces, with a server on a third: two workers do twice the work of one and repeat hardly any of it; a
# network that is cut and comes back, and a full disk at the server, lose nothing. The server takes TLS and passwords only.
. "$(dirname "$0")/../lib.sh"
. "$(dirname "$0")/../postgres.sh"
[ "$(id -u)" = 0 ] || skip "only root may make network namespaces"
command -v ip >/dev/null || skip "there is no ip command here (iproute2)"
cd "$T" || exit
id=hd$$
hosts=()
net=10.$((($$ / 250) % 250)).$(($$ % 250)) # one that no other test has now

clean_up()
{
	local pid
	for pid in "${pids[@]}"; do kill -9 "$pid" 2>/dev/null || true; done
	for host in "${hosts[@]}"; do ip netns del "$host" 2>/dev/null || true; done
	pg_end
	umount "$T/disk" 2>/dev/null || true
}
pids=()
add_host() # NUMBER: the server is at $net.(4N+1) for it
{
	local host=$id-$1
	ip netns add "$host" 2>said || skip "no network namespaces here: $(cat said)"
	hosts+=("$host")
	ip link add "$id.$1" type veth peer name eth0 netns "$host" 2>said || skip "no virtual network here: $(cat said)"
	ip addr add "$net.$((4 * $1 + 1))/30" dev "$id.$1"
	ip link set "$id.$1" up
	ip -n "$host" addr add "$net.$((4 * $1 + 2))/30" dev eth0
	ip -n "$host" link set eth0 up
	ip -n "$host" link set lo up
}
on() { exec ip netns exec "$id-$1" "${@:2}"; } # in the background

pg_init "listen_addresses = '*'"
trap clean_up EXIT
add_host 1
add_host 2

# The server's certificate is for its two addresses.
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -keyout key.pem -out cert.pem -subj /CN=heddle \
	-addext "subjectAltName=IP:$net.5,IP:$net.9" 2>said || fail "$(cat said)"
cp key.pem cert.pem "$PG/data"
chown nobody:nogroup "$PG/data/key.pem" "$PG/data/cert.pem"
chmod 600 "$PG/data/key.pem"
pg_sql "ALTER SYSTEM SET ssl_cert_file = 'cert.pem'" postgres
pg_sql "ALTER SYSTEM SET ssl_key_file = 'key.pem'" postgres
pg_sql "ALTER SYSTEM SET ssl = on" postgres
pg_sql "ALTER USER heddle PASSWORD 'loom'" postgres
echo "hostssl heddle heddle $net.0/24 scram-sha-256" >>"$PG/data/pg_hba.conf"
pg_sql "SELECT pg_reload_conf()" postgres >said
sleep 0.3
url_of() { echo "postgresql://heddle@$net.$((4 * $1 + 1)):$PG_PORT/heddle?sslmode=verify-full&sslrootcert=$T/cert.pem"; }

run 2 ip netns exec "$id-1" "$HEDDLE" worker --once "$(url_of 1)"
says 'cannot use the store .*no password supplied' 1
run 2 ip netns exec "$id-1" env PGPASSWORD=loom "$HEDDLE" worker --once "postgresql://heddle@$net.5:$PG_PORT/heddle?sslmode=disable"
says 'cannot use the store .*no encryption' 1
export PGPASSWORD=loom
run 2 ip netns exec "$id-1" "$HEDDLE" worker --once "$(url_of 1)"
says 'there is no open campaign' 1
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -pthread -o pool "$ROOT/tests/programs/clean_thread_pool.c"

# Each run comes to one of 2,048 functions, which one is up to the schedule, and two threads meet there. So R runs that differ cover
# 2048 (1 - exp(-R / 2048)) of them: hosts that repeat each other's work cover a third less.
{
	printf '#include <pthread.h>\n#include <stdatomic.h>\nstatic atomic_uint which;\n'
	for ((i = 0; i < 2048; i++)); do printf 'static atomic_int v%d; static void f%d(void) { atomic_store(&v%d, 1); }\n' $i $i $i; done
	printf 'static void (*const f[])(void) = {'
	for ((i = 0; i < 2048; i++)); do printf 'f%d,' $i; done
	cat <<'CODE'
};
static pthread_barrier_t both;
static void *work(void *me)
{
	for (int i = 0; i < 16; i++)
		atomic_store(&which, atomic_load(&which) * 1664525u + (unsigned)(long)me * 1013904223u);
	pthread_barrier_wait(&both);
	f[atomic_load(&which) >> 21]();
	return 0;
}
int main(void)
{
	pthread_t t[2];
	pthread_barrier_init(&both, 0, 2);
	for (long i = 0; i < 2; i++)
		pthread_create(&t[i], 0, work, (void *)(i + 1));
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	return 0;
}
CODE
} >many.c
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -pthread -o many many.c
cp many many2

sum() { pg_sql "SELECT coalesce(sum($1), 0) FROM heddle.unit WHERE campaign = (SELECT max(id) FROM heddle.campaign) ${2-}"; }
# Speed is coverage for time. How long a run takes is the machine's affair, which both hosts share here, so runs are counted: in the time in which
# each of two hosts makes 1,024 runs, they cover at least what one host covers in 1.8 times as many (28 searches of 64). Two perfect hosts cover 1,294 of the
# functions, and 1,843 runs cover 1,216; the difference varies by 20 (one standard deviation). The first 64 runs of a search are all watched.
put() { run 0 ip netns exec "$id-1" "$HEDDLE" worker --put "$1" --units "$2" -n 64 --with --strategy=random "$(url_of 1)" "$3"; }
covered() { pg_sql "SELECT count(DISTINCT a) FROM heddle.iroot JOIN heddle.program ON program.id = program JOIN heddle.site ON site.id = a
	WHERE exposed > 0 AND idiom = 1 AND program.path = '$T/$1' AND function ~ '^f[0-9]+$'"; }
put alone 28 ./many
run 0 ip netns exec "$id-1" "$HEDDLE" worker --once --jobs 1 "$(url_of 1)"
[ "$(sum done_runs)" = 1792 ] || fail "one host has made $(sum done_runs) runs"
run 0 ip netns exec "$id-1" "$HEDDLE" worker --end alone "$(url_of 1)"
put both 32 ./many2
for host in 1 2; do
	on $host "$HEDDLE" worker --once --jobs 1 "$(url_of $host)" >"host.$host" 2>&1 &
	pids+=($!)
done
wait "${pids[@]}" || fail "$(cat host.*)"
[ "$(sum done_runs)" = 2048 ] || fail "two hosts have made $(sum done_runs) runs"
[ "$(sum 1 'AND attempts = 1 AND state = 2')" = 32 ] || fail "not each unit was done once: $(cat host.*)"
for host in 1 2; do grep -q '^heddle: unit' "host.$host" || fail "host $host had nothing to do: $(cat host.*)"; done
alone=$(covered many) both=$(covered many2)
say "covered by one host in 1,792 runs: $alone; by two in 1,024 each: $both"
[ "$both" -ge "$alone" ] || fail "two hosts are not 1.8 times as fast as one: they cover $both, and one covers $alone"
run 0 ip netns exec "$id-1" "$HEDDLE" worker --end both "$(url_of 1)"

# A host whose network is cut loses its unit to the other one, and is of use again when it comes back.
pids=()
cp pool pool3
run 0 ip netns exec "$id-1" "$HEDDLE" worker --put cut --units 1 -t 4 --with --strategy=random "$(url_of 1)" ./pool3
on 1 "$HEDDLE" worker --lease 2 --jobs 1 "$(url_of 1)" >cut.1 2>&1 &
pids+=($!)
until [ "$(pg_sql "SELECT count(*) FROM heddle.unit WHERE state = 1")" = 1 ]; do sleep 0.1; done
ip link set "$id.1" down
on 2 "$HEDDLE" worker --lease 2 --jobs 1 "$(url_of 2)" >cut.2 2>&1 &
pids+=($!)
until grep -qs 'unit 1: passed' cut.2; do sleep 0.1; done
[ "$(sum lost '')" = 1 ] || fail "no worker was thought lost"
ip link set "$id.1" up
until grep -qs 'went to another worker' cut.1; do sleep 0.1; done
kill -TERM "${pids[1]}"
wait "${pids[1]}" || fail "$(cat cut.2)"
run 0 ip netns exec "$id-2" "$HEDDLE" worker --put cut --units 1 -n 50 --with --strategy=random "$(url_of 2)" ./pool3
until grep -qs 'unit 2: passed' cut.1; do sleep 0.1; done
run 0 ip netns exec "$id-2" "$HEDDLE" worker --end cut "$(url_of 2)"
wait "${pids[0]}" || fail "$(cat cut.1)"
[ "$(sum 1 'AND state = 2')" = 2 ] || fail "not both units are done"

# The server's disk is full: a search goes on, and what it has learnt is written when there is room again.
pids=()
mkdir disk
mount -t tmpfs -o size=12m none disk || skip "no tmpfs can be mounted here; all else passed"
chown nobody:nogroup disk
mkdir disk/space && chown nobody:nogroup disk/space
pg_sql "CREATE TABLESPACE small LOCATION '$T/disk/space'" postgres
pg_sql "CREATE DATABASE full_one OWNER heddle TABLESPACE small" postgres
echo "hostssl full_one heddle $net.0/24 scram-sha-256" >>"$PG/data/pg_hba.conf"
pg_sql "SELECT pg_reload_conf()" postgres >said
sleep 0.3
full=$(url_of 1)
full=${full/heddle?ssl/full_one?ssl}
run 0 ip netns exec "$id-1" "$HEDDLE" test -q -n 5 -j 1 --store "$full" --out full ./pool
dd if=/dev/zero of=disk/fill bs=64k 2>/dev/null || true
cp pool pool2
on 1 "$HEDDLE" test -n 4000 -j 1 -s maple --store "$full" --out full --json full.json ./pool2 >full.said 2>&1 &
pids+=($!)
until grep -qs 'does not answer (could not extend file .*No space left on device); what is learnt is kept' full.said; do
	kill -0 "${pids[0]}" 2>/dev/null || fail "a full disk: $(cat full.said)"
	sleep 0.1
done
rm disk/fill
wait "${pids[0]}" || fail "a full disk: $(cat full.said)"
grep -q 'answers again' full.said || fail "a full disk: $(cat full.said)"
[ "$(pg_sql "SELECT max(runs) FROM heddle.search" full_one)" = "$(json full.json runs)" ] || fail "not all of the search is in the store: $(cat full.said)"
