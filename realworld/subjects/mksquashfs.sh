# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# mksquashfs: a reader, four threads that compress, one that deals with fragments and one that writes, with queues between them.
package=squashfs-tools
needs=zlib1g-dev
program=squashfs-tools/mksquashfs
arguments=(tree image -noappend -no-progress -processors 4 -b 65536 -no-xattrs -no-exports -all-time 0 -mkfs-time 0)
build() { make -C squashfs-tools mksquashfs unsquashfs CC="$CC"; } # the other flags from the environment
prepare()
{
	mkdir tree
	text_input tree/large 300000
	for i in 1 2 3 4 5 6; do text_input "tree/small$i" $((i * 3000)); done
}
clean() { rm -rf image unpacked; }
# A process that turns out to need more threads than were prepared is started anew, and leaves an empty image. A job that fails
# has another exit status than 0.
check()
{
	[ -s image ] || return 0
	rm -rf unpacked && "$S/native/squashfs-tools/unsquashfs" -n -d unpacked image && diff -r tree unpacked
}
