# shellcheck shell=bash disable=SC2034,SC2154
# SPDX-License-Identifier: Apache-2.0
#
# A stack of read-copy-update in user space that threads push to without waiting. include/urcu/wfstack.h has a table of which of its
# functions need a lock around them. It is built with the atomic operations that it has for compilers in general, and not with those in
# assembler, which Heddle does not see.
package=liburcu
needs="autoconf automake libtool"
program=src/.libs/liburcu-common.a
build()
{
	sed -i 's,urcu/uatomic/x86.h,urcu/uatomic/gcc.h,' include/urcu/uatomic.h && autoreconf -fi && ./configure --disable-shared &&
		make -j2 -C src
}
contracts()
{
	local words=("$here/liburcu.h" -- -Iinclude "$program")
	contract liburcu-locked-pop safe "cds_wfs_pop and cds_wfs_pop_all use an internal mutex to provide synchronization (wfstack.h)" "${words[@]}"
	contract liburcu-pop unsafe "External synchronization techniques described in the API below is required between pairs marked with X: \
__cds_wfs_pop and __cds_wfs_pop (wfstack.h)" "${words[@]}"
}
