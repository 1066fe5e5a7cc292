# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# Names of the Internet. Its manual pages say of two functions of the library as a whole that they are not thread-safe, and nothing of channels.
package=c-ares
needs="cmake"
program=out/lib/libcares.a
build()
{
	cmake -S . -B out -DCMAKE_BUILD_TYPE=None -DCARES_STATIC=ON -DCARES_SHARED=OFF -DCARES_BUILD_TOOLS=OFF && make -j2 -C out
}
contracts()
{
	contract c-ares-channel unsaid "one channel that two threads use" include/ares.h -- -Iinclude -Iout "$program"
}
