# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# lbzip2 compresses with code of its own: a scheduler with priority queues over worker threads, a reader and a writer.
package=lbzip2
needs=bzip2
program=src/lbzip2
arguments=(-k -f -n 4 -1 input)
# Its copy of gnulib is older than the C library's last change of names.
build()
{
	./configure --quiet CPPFLAGS="-D_IO_IN_BACKUP=0x100 -D_IO_ftrylockfile"
	make -j2
}
prepare() { text_input input 500000; }
clean() { rm -f input.bz2; }
check() { bzip2 -dc input.bz2 | cmp - input; }
