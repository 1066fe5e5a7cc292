# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# mimalloc's own stress test: threads allocate, hand blocks to each other, and free what other threads allocated.
package=mimalloc
needs=
program=stress
arguments=(4 3 2)
# shellcheck disable=SC2086 # flags
build() { "$CC" $CFLAGS -DNDEBUG -Iinclude -pthread -o stress test/test-stress.c src/static.c $LDFLAGS; }
