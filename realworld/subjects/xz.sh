# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# xz with four threads and small blocks; liblzma is part of it.
package=xz-utils
needs=xz-utils
program=src/xz/xz
arguments=(-k -f -T4 -1 --block-size=64KiB input)
build()
{
	./configure --quiet --disable-shared --disable-nls --disable-doc --disable-scripts --disable-xzdec --disable-lzmadec \
		--disable-lzmainfo --disable-assembler --enable-sandbox=no
	make -j2 -C src
}
prepare() { text_input input 400000; }
clean() { rm -f input.xz; }
check() { xz -dc input.xz | cmp - input; }
