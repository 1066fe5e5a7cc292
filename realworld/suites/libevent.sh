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
