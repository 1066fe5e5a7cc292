# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# Userspace read-copy-update, used by the threads of a small program of ours: readers beside a writer, grace periods, the library's own thread
# for what is to be freed, and its lock-free hash table. The library's own tests are a suite, see realworld/suites.
package=liburcu
needs="autoconf automake libtool"
program=job
arguments=(3 3000)
# shellcheck disable=SC2086 # flags
build()
{
	autoreconf -fi && ./configure --disable-shared && make -j2 -C src || return 1
	"$CC" $CFLAGS -D_LGPL_SOURCE -Iinclude -pthread -o job "$ROOT/realworld/ours/urcu.c" src/.libs/liburcu-cds.a src/.libs/liburcu.a \
		src/.libs/liburcu-common.a $LDFLAGS
}
