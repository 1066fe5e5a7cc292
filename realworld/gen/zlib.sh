# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# Compression. FAQ, 21, says what may be shared by threads.
package=zlib
program=libz.a
build() { ./configure --static && make -j2 libz.a; }
contracts()
{
	contract zlib-gzfile unsafe "you should only operate on any given zlib or gzip stream from a single thread at a time (FAQ, 21)" \
		--type gzFile_s zlib.h -- -I. "$program"
	contract zlib-calls safe "Is zlib thread-safe? Yes. (FAQ, 21)" zlib.h -- -I. "$program"
}
