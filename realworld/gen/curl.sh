# shellcheck shell=bash disable=SC2034,SC2154
# SPDX-License-Identifier: Apache-2.0
#
# Transfers of two threads that share cookies: libcurl-share(3) says that this needs functions that lock.
package=curl
needs="cmake"
program=out/lib/libcurl.a
build()
{
	cmake -S . -B out -DCMAKE_BUILD_TYPE=None -DBUILD_SHARED_LIBS=OFF -DBUILD_CURL_EXE=OFF -DBUILD_TESTING=OFF -DHTTP_ONLY=ON \
		-DCURL_ENABLE_SSL=OFF -DCURL_ZLIB=OFF -DCURL_ZSTD=OFF -DCURL_BROTLI=OFF -DUSE_NGHTTP2=OFF -DUSE_LIBIDN2=OFF -DCURL_USE_LIBSSH2=OFF \
		-DCURL_USE_LIBPSL=OFF -DENABLE_MANUAL=OFF && make -j2 -C out libcurl
}
contracts()
{
	local words=("$here/curl.h" -- -Iinclude "$program")
	contract curl-share unsafe "you must provide mutex callbacks if you are using this multi-threaded (libcurl-share.3)" "${words[@]}"
	contract curl-locked-share safe "Since you can use this share from multiple threads, and libcurl has no internal thread synchronization, you \
must provide mutex callbacks (libcurl-share.3)" "${words[@]}" -DLOCKED
}
