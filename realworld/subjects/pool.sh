# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# A C++ program of ours with a thread pool, futures and packaged tasks; it checks its results itself.
program=pool
arguments=(4 160)
small_arguments=(2 4)
# shellcheck disable=SC2086 # flags
build() { "$CXX" -std=c++17 $CXXFLAGS -pthread -o pool "$ROOT/realworld/ours/pool.cpp" $LDFLAGS; }
