# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# A parser of XML. Its header says of parsers only that another one may be used by another thread.
package=expat
needs="cmake"
program=out/libexpat.a
build()
{
	cmake -S expat -B out -DCMAKE_BUILD_TYPE=None -DEXPAT_SHARED_LIBS=OFF -DEXPAT_BUILD_TESTS=OFF -DEXPAT_BUILD_TOOLS=OFF \
		-DEXPAT_BUILD_EXAMPLES=OFF -DEXPAT_BUILD_DOCS=OFF && make -j2 -C out
}
contracts()
{
	contract expat-parser unsafe "The new parser is completely independent and may safely be used in a separate thread (lib/expat.h): one parser may not" \
		expat/lib/expat.h -- -Iexpat/lib "$program"
}
