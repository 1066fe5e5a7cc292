#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# The other C++ library: the same programs built against libc++ have the same verdicts, replay, and give the same hashes
# however a run is reset. What libc++ 14 does not have (jthread, atomic_ref, atomic<shared_ptr>, osyncstream, pmr) is left out,
# and so is a notification that comes too early: libc++ looks again every two seconds.
. "$(dirname "$0")/../lib.sh"
clean="atomic_wait call_once condition_variable coroutine exception_ptr iostream latch_barrier mutex_kinds promises static_local \
thread_end containers_locked locale"
buggy="coroutine_twice deadlock lost_wakeup shared_upgrade use_after_free list_hooked map_insert map_erase unordered_insert string_append \
stream_shared"

echo 'int main() {}' >"$T/empty.cpp"
if ! clang++ -stdlib=libc++ -o "$T/empty" "$T/empty.cpp" 2>/dev/null; then
	skip "libc++ is not installed"
fi

# build_with_libcxx NAME: into $T/NAME, natively sound.
build_with_libcxx()
{
	local source=$ROOT/tests/programs/cxx_$1.cpp flags
	read -ra flags <<<"$(header "$source" FLAGS)"
	HEDDLE_CXX=clang++ "$B/bin/heddle-c++" -std=gnu++17 -O1 -g -stdlib=libc++ -pthread -o "$T/$1" "$source" "${flags[@]}" ||
		fail "$1 does not compile"
	readelf -d "$T/$1" | grep 'libc++.so' >/dev/null || fail "$1 does not use libc++"
}

# hashes NAME RESET: of the same runs.
hashes()
{
	"$HEDDLE" test -q -j 1 -n 20 --seed 5 --reset "$2" --hashes "$T/$2" --out "$T/out" -- "$T/$1" >"$T/log" 2>&1 </dev/null || fail "$1, --reset $2"
	sort -n -o "$T/$2" "$T/$2"
}

for name in $clean; do
	build_with_libcxx "$name"
	run 0 "$T/$name"
	run 0 "$HEDDLE" test -q -t 900 -n 300 --json "$T/json" --out "$T/out" -- "$T/$name"
	[ "$(json "$T/json" runs)" = 300 ] || fail "$name: $(json "$T/json" runs) runs"
	[ "$(json "$T/json" findings.#)" = 0 ] || fail "$name: $(json "$T/json" findings)"
	hashes "$name" place
	hashes "$name" fork
	cmp -s "$T/place" "$T/fork" || fail "$name: place and fork give other hashes"
done
for name in $buggy; do
	expect=$(header "$ROOT/tests/programs/cxx_$name.cpp" EXPECT)
	build_with_libcxx "$name"
	run 1 "$HEDDLE" test -q -j 1 --seed 1 -t 900 --json "$T/json" --out "$T/out" -- "$T/$name"
	kind=$(json "$T/json" failures.0.kind)
	case " $expect " in *" $kind "*) ;; *) fail "$name: found $kind, expected $expect" ;; esac
	run 1 "$HEDDLE" replay --times 10 "$(dirname "$(json "$T/json" failures.0.schedule)")"
done
