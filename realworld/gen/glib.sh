# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# The base of many programs: a queue that threads share, and containers that they must not share. glib is built as one static library.
package=glib2.0
needs="meson ninja-build libpcre2-dev libffi-dev zlib1g-dev gettext"
program=out/glib/libglib-2.0.a
build()
{
	meson setup out --buildtype=plain --default-library=static -Dtests=false -Dnls=disabled -Dselinux=disabled -Dxattr=false \
		-Dlibmount=disabled -Dsysprof=disabled -Dlibelf=disabled && ninja -j2 -C out glib/libglib-2.0.a
}
contracts()
{
	local words=(glib/glib.h -- -I. -Iglib -Iout -Iout/glib "$program" -lpcre2-8 -lm)
	contract glib-asyncqueue safe "Asynchronous queues are an exception from most other GLib data structures, as they can be used simultaneously \
from multiple threads without explicit locking (glib/gasyncqueue.c)" --type GAsyncQueue "${words[@]}"
	contract glib-queue unsafe "As with all other GLib data structures, GQueue is not thread-safe (glib/gqueue.c)" --type GQueue "${words[@]}"
	contract glib-hashtable unsafe "individual data structure instances are not automatically locked (docs/reference/glib/programming.xml)" \
		--type GHashTable "${words[@]}"
}
