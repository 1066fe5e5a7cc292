# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# An event loop with a pool of threads: its tests of threads, of what threads wait for, of the pool and of waking a loop.
# The rest of its tests has one thread.
package=libuv1
needs="cmake"
program=out/uv_run_tests_a
export UV_RUN_AS_ROOT=1 # it refuses otherwise, though none of these tests needs another user
build()
{
	cmake -S . -B out -DCMAKE_BUILD_TYPE=None -DLIBUV_BUILD_TESTS=ON &&
		make -j2 -C out uv_run_tests_a
}
tests()
{
	out/uv_run_tests_a --list 2>/dev/null | grep -E '^(thread_|mutex|rwlock|semaphore|condvar|cond_|barrier|once|threadpool|async|loop_.*thread|embed)' |
		while read -r name; do echo "$name out ./uv_run_tests_a $name $name"; done
}
