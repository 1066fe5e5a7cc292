# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# sqlite3, used by the threads of a small program of ours: connections of their own to one file, and one that they share.
package=sqlite3
needs="tcl sqlite3"
program=job
arguments=(database 4 40)
# shellcheck disable=SC2086 # flags
build()
{
	./configure --quiet --disable-tcl --disable-readline
	make sqlite3.c
	"$CC" $CFLAGS -DSQLITE_THREADSAFE=1 -I. -pthread -o job "$ROOT/realworld/ours/sqlite.c" sqlite3.c $LDFLAGS -lm
}
clean() { rm -f database database-*; }
check() { [ "$(sqlite3 database 'PRAGMA integrity_check; SELECT SUM(balance) FROM account')" = $'ok\n2000' ]; }
