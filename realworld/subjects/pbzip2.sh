# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# pbzip2, with libbz2, which does the work, built like it: four threads compress, others write and wait for signals.
package=pbzip2
also=bzip2
needs=bzip2
program=pbzip2
arguments=(-k -f -p4 -b1 -1 input)
small_arguments=(-k -f -r -m1 -1 -p3 tiny) # with -r, a block for each thread
build()
{
	make -C bzip2 -j2 libbz2.a CC="$CC" CFLAGS="$CFLAGS -D_FILE_OFFSET_BITS=64"
	make pbzip2 CXX="$CXX -Ibzip2" LDFLAGS="$LDFLAGS -Lbzip2"
}
prepare()
{
	text_input input 250000
	head -c 350000 /dev/zero >zeros
	head -c 3000 input >tiny
}
clean() { rm -f input.bz2 zeros.bz2 tiny.bz2; }
check() { bzip2 -dc input.bz2 | cmp - input; }

# The queue's lock is released between looking at its first element and taking it out: two threads get the same.
seed_bug() { sed -i 's/^\t\t\telement = headElem;/& pthread_mutex_unlock(mut); pthread_mutex_lock(mut);/' pbzip2.h; }
seed_line='pbzip2\.h:26[2-4]'
seed_arguments=(-k -f -p4 -b1 -1 zeros)
