# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# A database in a library, with three threading modes. The sentences are those of "Using SQLite In Multi-Threaded
# Applications" (threadsafe.html in Debian's sqlite3-doc).
package=sqlite3
needs="tcl"
program=libsqlite3.a
# shellcheck disable=SC2086 # flags
build()
{
	./configure --quiet --disable-tcl --disable-readline && make sqlite3.c &&
		"$CC" $CFLAGS -DSQLITE_THREADSAFE=1 -I. -c sqlite3.c && ar rc $program sqlite3.o
}
contracts()
{
	contract sqlite-serialized safe "In serialized mode, API calls to affect or use any SQLite database connection or any object derived from such a \
database connection can be made safely from multiple threads" sqlite3.h -- -I. "$program" -lm
	contract sqlite-multithread unsafe "SQLite can be safely used by multiple threads provided that no single database connection nor any object \
derived from database connection, such as a prepared statement, is used in two or more threads at the same time" sqlite3.h -- -I. "$program" -lm
	contract sqlite-single unsafe "In this mode, all mutexes are disabled and SQLite is unsafe to use in more than a single thread at once" \
		sqlite3.h -- -I. "$program" -lm
}
