# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# JSON values with counted references. doc/threadsafety.rst says what may be shared by threads.
package=jansson
needs="cmake"
program=out/lib/libjansson.a
build()
{
	cmake -S . -B out -DCMAKE_BUILD_TYPE=None -DJANSSON_BUILD_DOCS=OFF -DJANSSON_EXAMPLES=OFF -DJANSSON_WITHOUT_TESTS=ON && make -j2 -C out
}
contracts()
{
	contract jansson-change unsafe "mutating a JSON value that's shared by multiple threads is not [safe] (doc/threadsafety.rst)" \
		out/include/jansson.h -- -Iout/include "$program"
	contract jansson-read safe "Read-only access to JSON values shared by multiple threads is safe (doc/threadsafety.rst)" \
		out/include/jansson.h -- -Iout/include "$program"
}
