# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# An OpenMP program of ours; libgomp is not rebuilt and enters the kernel by itself. It checks its results itself.
needs=libgomp1
program=openmp
arguments=(200 120)
# shellcheck disable=SC2086 # flags
build() { "$CC" $CFLAGS -fopenmp -o openmp "$ROOT/realworld/ours/openmp.c" $LDFLAGS; }
