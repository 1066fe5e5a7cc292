#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Objects of the standard library that two threads use without a lock: a race, or the crash that it leads to, is told for
# each, with gcc and libstdc++ and with clang and libc++, also where the code is in the library; none where a lock is held.
. "$(dirname "$0")/../lib.sh"

# search ARGUMENT: prints how many races and failures are told.
search()
{
	local status=0
	timeout 1000 "$HEDDLE" test -n 40 -t 900 -j 1 --minimize 0 --seed 1 --no-store --check race --out "$T/o" --json "$T/json" \
		-- "$T/cases" "$1" >"$T/stdout" 2>&1 || status=$?
	[ $status -lt 2 ] || { cat "$T/stdout" && fail "$1: exit status $status"; }
	echo $(($(json "$T/json" findings.#) + $(json "$T/json" failures.#)))
}

# The one library is tried in any case.
echo 'int main() {}' >"$T/empty.cpp"
other="clang++ -stdlib=libc++"
$other -o "$T/empty" "$T/empty.cpp" 2>/dev/null || other=

for compiler in g++ ${other:+"$other"}; do
	read -ra words <<<"$compiler"
	HEDDLE_CXX=${words[0]} "$B/bin/heddle-c++" "${words[@]:1}" -std=c++17 -O0 -w -g -o "$T/cases" "$ROOT/tests/cli/cxx_objects/cases.cpp" -pthread
	mapfile -t names < <("$T/cases")
	[ ${#names[@]} -ge 25 ] || fail "only ${#names[@]} cases"
	for i in "${!names[@]}"; do
		[ "$(search "$i")" -ge 1 ] || fail "$compiler: ${names[i]}: nothing is told"
	done
	[ "$(search locked)" = 0 ] || fail "$compiler: with a lock: $(cat "$T/stdout")"
	say "$compiler: ${#names[@]} cases"
done
[ -n "$other" ] || skip "libc++ is not installed"
