# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# zstd with four threads: its thread pool, its asynchronous input and output.
package=libzstd
needs=zstd
program=programs/zstd
arguments=(-q -f -T4 -5 -B524288 input -o input.zst)
build() { make -j2 -C programs zstd CC="$CC" CFLAGS="$CFLAGS" LDFLAGS="$LDFLAGS" HAVE_ZLIB=0 HAVE_LZMA=0 HAVE_LZ4=0 ZSTD_NO_ASM=1 ZSTD_LEGACY_SUPPORT=0; }
prepare() { text_input input 6000000; }
clean() { rm -f input.zst; }
check() { zstd -dcq input.zst | cmp - input; }
