# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# Read-copy-update in user space: all flavours, with its own futexes, signals, call_rcu threads and a lock-free hash table.
# Its unit tests, its regression tests, and of its benchmarks, which check what they read, one call for each program, as its
# `make short_bench` does, for a second. The regression tests under stress go on for one second instead of ten, natively too.
# test_urcu_wfs is left out: it fails natively, because it keeps the ids of its threads beyond the end of its array.
package=liburcu
needs="autoconf automake libtool"
program=tests/unit/test_arch
build()
{
	sed -i 's/sleep(10)/sleep(1)/' tests/regression/rcutorture.h || return 1
	autoreconf -fi && ./configure --disable-shared && make -j2
}

unit_tests() { find tests/unit -maxdepth 1 -type f -executable -name 'test_*' -printf '%f tests/unit ./%f\n' | sort; }

regression_tests()
{
	local flavour what callers
	for flavour in membarrier signal mb bp qsbr; do
		for what in perf rperf uperf stress; do
			callers=global
			[ $what != stress ] || callers="global percpu perthread"
			for caller in $callers; do
				echo "torture_${flavour}_${what}_$caller tests/regression ./rcutorture_urcu_$flavour 2 $what 1 callrcu_$caller"
			done
		done
	done
	echo "fork tests/regression ./test_urcu_fork.tap"
}

benchmarks()
{
	local name
	for name in urcu{,_signal,_mb,_qsbr,_bp}{,_gc,_lgc} urcu_assign urcu_defer mutex rwlock perthreadlock; do
		[ ! -x "tests/benchmark/test_$name" ] || echo "benchmark_$name tests/benchmark ./test_$name 2 2 1"
	done
	for name in lfq lfs lfs_rcu wfq wfcq; do
		echo "benchmark_$name tests/benchmark ./test_urcu_$name 2 2 1"
	done
	echo "hash_replace tests/benchmark ./test_urcu_hash 2 2 1 -A -s -M 1 -N 1 -O 1"
	echo "hash_unique tests/benchmark ./test_urcu_hash 0 4 1 -A -u -M 1 -N 1 -O 1"
	echo "hash_resize tests/benchmark ./test_urcu_hash 2 2 1 -A"
}
tests() { unit_tests && regression_tests && benchmarks; }
