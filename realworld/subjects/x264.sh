# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# x264 encodes a small film with four threads for frames and one that looks ahead. Its output does not depend on timing,
# so it must be what the native build makes.
package=x264
program=x264
arguments=(--quiet --no-progress --threads 4 --lookahead-threads 1 --preset veryfast --input-res 96x64 --fps 25 -o output.264 input.yuv)
build()
{
	./configure --disable-asm --disable-opencl --disable-avs --disable-swscale --disable-lavf --disable-ffms --disable-gpac \
		--disable-lsmash --enable-pic --bit-depth=8 --extra-cflags="$CFLAGS" --extra-ldflags="$LDFLAGS"
	make -j2 x264
}
# Moving stripes, one byte a pixel and a quarter of it for each of two colours.
prepare()
{
	LC_ALL=C awk 'BEGIN { for (f = 0; f < 24; f++) for (y = 0; y < 96; y++) for (x = 0; x < 96; x++)
		printf "%c", y < 64 ? 32 + (x * 3 + y * 2 + f * 5) % 90 : 100 + (x + f) % 20 }' >input.yuv
	[ "$(stat -c %s input.yuv)" = $((24 * 96 * 96)) ]
}
clean() { rm -f output.264; }
check()
{
	[ -f expected.264 ] || cp output.264 expected.264
	cmp output.264 expected.264
}
