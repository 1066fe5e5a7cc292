# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# An event loop that threads share: its tests of locks, conditions and loops used by several threads, and of buffered
# connections with and without locks. --no-fork: each test is called by itself, so it needs no process of its own.
package=libevent
needs="cmake"
program=out/bin/regress
build()
{
	cmake -S . -B out -DCMAKE_BUILD_TYPE=None -DEVENT__LIBRARY_TYPE=STATIC -DEVENT__DISABLE_OPENSSL=ON -DEVENT__DISABLE_SAMPLES=ON \
		-DEVENT__DISABLE_BENCHMARK=ON && make -j2 -C out regress
}
tests()
{
	out/bin/regress --list-tests | grep -v '(' | grep -oE '(thread|bufferevent|listener)/[a-z_]+|evutil/getaddrinfo|dns/getaddrinfo_[a-z_]+' |
		while read -r name; do echo "${name//\//_} out/bin ./regress --no-fork $name"; done
}
true_bug bufferevent_bufferevent_pair_release_lock "trace_lock_alloc() enters each lock into a list by its address, and \
lu_find() gives the first entry of an address (regress_bufferevent.c:239): when malloc() gives the memory of a freed lock out \
again, the new lock is taken for the freed one. The same with any malloc() that reuses it at once (--heap reuse)."
