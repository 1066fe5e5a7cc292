# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# leveldb, used by the threads of a small program of ours, with a thread of its own that compacts in the background.
package=leveldb
needs=cmake
program=job
arguments=(database 3 60)
small_arguments=(database 2 4)
# shellcheck disable=SC2086 # flags
build()
{
	cmake -S . -B made -DCMAKE_BUILD_TYPE=None -DLEVELDB_BUILD_TESTS=OFF -DLEVELDB_BUILD_BENCHMARKS=OFF -DLEVELDB_INSTALL=OFF \
		-DHAVE_SNAPPY=0 -DHAVE_CRC32C=0 -DHAVE_TCMALLOC=0
	make -C made -j2 leveldb
	"$CXX" $CXXFLAGS -Iinclude -pthread -o job "$ROOT/realworld/ours/leveldb.cc" made/libleveldb.a $LDFLAGS
}
clean() { rm -rf database; }
