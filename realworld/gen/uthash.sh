# shellcheck shell=bash disable=SC2034,SC2154
# SPDX-License-Identifier: Apache-2.0
#
# A hash table of macros. There is no library to be built: the header that is installed is all.
needs="uthash-dev"
program=.
build() { :; }
contracts()
{
	contract uthash-table unsafe "You can use uthash in a threaded program. But you must do the locking. (userguide: Can I use it in a multithreaded \
program?)" "$here/uthash.h" --
	contract uthash-locked safe "Use a read-write lock to protect against concurrent writes. It is ok to have concurrent readers (userguide)" \
		"$here/uthash.h" -- -DLOCKED
}
