# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# The base of many programs: its tests of threads, locks, once-only initialisation, queues, pools of threads and main loops,
# each case of each test program by itself. glib is built as one static library, without what is above it.
package=glib2.0
needs="meson ninja-build libpcre2-dev libffi-dev zlib1g-dev gettext"
program=out/glib/tests/mutex
programs="1bit-mutex asyncqueue atomic bitlock cond gwakeup mainloop mutex once onceinit private rec-mutex refcount rwlock
	slice-concurrent thread thread-deprecated thread-pool timeout"
build()
{
	local name targets=()
	for name in $programs; do targets+=("glib/tests/$name"); done
	meson setup out --buildtype=plain --default-library=static -Dtests=true -Dnls=disabled -Dselinux=disabled -Dxattr=false \
		-Dlibmount=disabled -Dsysprof=disabled -Dlibelf=disabled && ninja -j2 -C out "${targets[@]}"
}
tests()
{
	local name case
	for name in $programs; do
		"out/glib/tests/$name" -l | grep '^/' |
			while read -r case; do echo "$name${case//\//_} out/glib/tests ./$name -p $case"; done
	done
}
