# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# pbzip2, with libbz2, which does the work, built like it: four threads compress, others write and wait for signals.
package=pbzip2
also=bzip2
needs=bzip2
program=pbzip2
arguments=(-k -f -p4 -b1 -1 input)
build()
{
	make -C bzip2 -j2 libbz2.a CC="$CC" CFLAGS="$CFLAGS -D_FILE_OFFSET_BITS=64"
	make pbzip2 CXX="$CXX -Ibzip2" LDFLAGS="$LDFLAGS -Lbzip2"
}
prepare() { text_input input 500000; }
clean() { rm -f input.bz2; }
check() { bzip2 -dc input.bz2 | cmp - input; }

# main() does not wait for the threads that compress before it deletes the queue that they share.
seed_bug() { sed -i 's/ret = pthread_join(fifo->consumers\[i\], NULL);/ret = pthread_detach(fifo->consumers[i]);/' pbzip2.cpp; }
seed_line='pbzip2\.cpp:43[67][0-9]'
