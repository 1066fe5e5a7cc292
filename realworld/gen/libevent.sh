# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# An event loop and its buffers, with locks if evthread_use_pthreads() was called.
package=libevent
needs="cmake"
program=out/lib/libevent_core.a
build()
{
	cmake -S . -B out -DCMAKE_BUILD_TYPE=None -DEVENT__LIBRARY_TYPE=STATIC -DEVENT__DISABLE_OPENSSL=ON -DEVENT__DISABLE_SAMPLES=ON \
		-DEVENT__DISABLE_BENCHMARK=ON -DEVENT__DISABLE_TESTS=ON && make -j2 -C out event_core_static event_pthreads_static
}
contracts()
{
	local buffer=(include/event2/buffer.h include/event2/thread.h) base=(include/event2/event.h include/event2/thread.h)
	local words=(-- -Iinclude -Iout/include "$program" out/lib/libevent_pthreads.a)
	contract libevent-buffer unsafe "Enable locking on an evbuffer so that it can safely be used by multiple threads at the same time \
(event2/buffer.h)" --type evbuffer "${buffer[@]}" "${words[@]}"
	contract libevent-locked-buffer safe "Enable locking on an evbuffer so that it can safely be used by multiple threads at the same time \
(event2/buffer.h)" --type evbuffer "${buffer[@]}" "${words[@]}"
	contract libevent-base unsafe "When using a multi-threaded application in which multiple threads add and delete events from a single event \
base, Libevent needs to lock its data structures (event2/thread.h)" "${base[@]}" "${words[@]}"
	contract libevent-locked-base safe "When using a multi-threaded application in which multiple threads add and delete events from a single event \
base, Libevent needs to lock its data structures (event2/thread.h)" "${base[@]}" "${words[@]}"
}
