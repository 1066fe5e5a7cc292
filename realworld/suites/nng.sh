# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# Messaging: threads for tasks, timers, polling and addresses below each socket. Its tests of the core, the protocols, the
# platform and the transport within a process, each with its own limits of time.
package=nng
needs="cmake"
program=out/src/core/aio_test
build()
{
	cmake -S . -B out -DCMAKE_BUILD_TYPE=None -DBUILD_SHARED_LIBS=OFF -DNNG_TESTS=ON -DNNG_ENABLE_TLS=OFF &&
		make -j2 -C out
}
tests() { (cd out && find src -type f -executable -name '*_test' -printf '%f out ./%p\n' | sort); }
