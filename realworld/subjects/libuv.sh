# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# libuv's loop and pool of threads, used by a small program of ours; a thread beside the loop wakes it. The library's own tests are a suite,
# see realworld/suites.
package=libuv1
needs=cmake
program=job
arguments=(40 1500)
# shellcheck disable=SC2086 # flags
build()
{
	cmake -S . -B made -DCMAKE_BUILD_TYPE=None -DLIBUV_BUILD_TESTS=OFF -DLIBUV_BUILD_BENCH=OFF || return 1
	make -C made -j2 uv_a || return 1
	"$CC" $CFLAGS -Iinclude -pthread -o job "$ROOT/realworld/ours/libuv.c" made/libuv_a.a -ldl $LDFLAGS
}
