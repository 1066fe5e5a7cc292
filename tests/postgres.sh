# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# A PostgreSQL server of a test's own: in a temporary folder, on a free port of 127.0.0.1 and a socket in that folder. Source it
# after lib.sh. The server refuses to run as root, so it is nobody's then.
#   pg_init [OPTION…]   makes the folder $PG and a database `heddle` of user `heddle`   pg_start   pg_stop MODE   pg_kill
#   pg_sql SQL          as the server's administrator                                  pg_url     the URL of the database
PG_BIN=$(find /usr/lib/postgresql/*/bin -name initdb 2>/dev/null | sort -V | tail -1)
PG_BIN=${PG_BIN%/initdb}
[ -n "$PG_BIN" ] || skip "there is no PostgreSQL server here (tools/deps test installs it)"
PG=
PG_PORT=

pg_as()
{
	if [ "$(id -u)" = 0 ]; then
		(cd / && setpriv --reuid=nobody --regid=nogroup --clear-groups env HOME="$PG" "$@")
	else
		env HOME="$PG" "$@"
	fi
}

pg_free_port()
{
	local port=$((20000 + ($$ * 7 + RANDOM) % 12000))
	while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((port + 1)); done
	echo $port
}

pg_start() { pg_as "$PG_BIN/pg_ctl" -w -t 60 -D "$PG/data" -l "$PG/log" start >"$PG/ctl" 2>&1 || { cat "$PG/ctl" "$PG/log" && fail "the server does not start"; }; }
pg_stop() { pg_as "$PG_BIN/pg_ctl" -w -D "$PG/data" -m "${1:-fast}" stop >"$PG/ctl" 2>&1 || true; }
pg_pid() { head -1 "$PG/data/postmaster.pid"; }
# Kills the server and all its processes: as a machine that loses its power, but for what the kernel has.
pg_kill()
{
	local pid
	pid=$(pg_pid)
	kill -9 "$pid" $(pgrep -P "$pid") 2>/dev/null || true
	while kill -0 "$pid" 2>/dev/null; do sleep 0.02; done
}
pg_sql() { PGPASSWORD='' psql -X -q -A -t -v ON_ERROR_STOP=1 -h "$PG" -p "$PG_PORT" -U boss -d "${2:-heddle}" -c "$1"; }
pg_url() { echo "postgresql://heddle@127.0.0.1:$PG_PORT/heddle"; }

pg_end()
{
	[ -n "$PG" ] || return 0
	pg_stop immediate
	rm -rf "$PG"
}

# Options are lines of postgresql.conf. A server of tests need not wait for the disk: what it has told the kernel survives
# the kill of a process.
pg_init()
{
	PG=$(mktemp -d /tmp/heddle-pg.XXXXXX)
	PG_PORT=$(pg_free_port)
	trap pg_end EXIT
	[ "$(id -u)" != 0 ] || chown nobody:nogroup "$PG"
	chmod 755 "$PG"
	pg_as "$PG_BIN/initdb" -k -D "$PG/data" -U boss -A trust -E UTF8 --locale=C --no-sync >"$PG/said" 2>&1 || { cat "$PG/said" && fail "initdb"; }
	pg_as tee -a "$PG/data/postgresql.conf" >/dev/null <<CONF
listen_addresses = '127.0.0.1'
port = $PG_PORT
unix_socket_directories = '$PG'
fsync = off
max_connections = 100
shared_buffers = 32MB
$(printf '%s\n' "$@")
CONF
	pg_start
	pg_sql "CREATE USER heddle" postgres
	pg_sql "CREATE DATABASE heddle OWNER heddle" postgres
}
