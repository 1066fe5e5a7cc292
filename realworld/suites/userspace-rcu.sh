# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# Read-copy-update in user space: all flavours, with its own futexes, signals, call_rcu threads and a lock-free hash
# table.
package=liburcu
needs="autoconf automake libtool"
program=tests/unit/test_arch
build() { autoreconf -fi && ./configure --disable-shared && make -j2 && make -j2 -C tests check TESTS=; }
tests()
{
	find tests/unit -maxdepth 1 -type f -executable -name 'test_*' ! -name '*.*' -printf '%f tests/unit ./%f\n' | sort
	for flavour in "" _mb _signal _qsbr _bp _lgc _defer _gc _assign; do
		[ ! -x "tests/benchmark/test_urcu$flavour" ] || echo "benchmark$flavour tests/benchmark ./test_urcu$flavour 2 1 1"
	done
	for structure in lfq lfs wfq wfs wfcq lfs_rcu; do
		[ ! -x "tests/benchmark/test_urcu_$structure" ] || echo "benchmark_$structure tests/benchmark ./test_urcu_$structure 1 1 1"
	done
	echo "fork tests/regression ./test_urcu_fork"
}
