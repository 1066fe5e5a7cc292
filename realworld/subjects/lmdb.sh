# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# lmdb, used by the threads of a small program of ours: one map of a file, readers beside writers.
package=lmdb
needs=
program=job
arguments=(database 3 40)
# shellcheck disable=SC2086 # flags
build()
{
	"$CC" $CFLAGS -Ilibraries/liblmdb -pthread -o job "$ROOT/realworld/ours/lmdb.c" libraries/liblmdb/mdb.c \
		libraries/liblmdb/midl.c $LDFLAGS
}
clean() { rm -rf database && mkdir database; }
