#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# What a run leaves behind in the kernel is not there for the next one: one run for each call of src/runtime/reset/leaves.def
# and for those whose effect depends on what they are asked for. One worker: descriptors are shared between workers.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit

HEDDLE_CC=gcc "$B/bin/heddle-cc" -D_GNU_SOURCE -O1 -g -o leaves "$ROOT/tests/cli/leaves.c"
run 0 ./leaves --list
cp stdout names
echo something >input

while IFS='(, ' read -r kind _ a b _; do
	case $kind in
	HD_LEAVES) set -- "${b#\*}" "raw_${b#\*}" ;;
	HD_LEAVES_FUNCTION) set -- "${b#\*}" ;;
	HD_LEAVES_CALL) set -- "raw_${a%)}" ;;
	*) continue ;;
	esac
	for name; do grep -qx "$name" names || fail "leaves.c has no case for $name"; done
done < <(sed -E 's/void \*, /void, /' "$ROOT/src/runtime/reset/leaves.def")

tried=0
while read -r name; do
	natively=0
	timeout 20 ./leaves "$name" <input >native 2>&1 || natively=$?
	[ "$natively" != 3 ] || continue # this user may not, or this kernel cannot
	[ "$natively" = 0 ] || fail "$name: exit status $natively natively"
	run 0 sh -c 'exec "$@" <input' sh "$HEDDLE" test -q -n 6 -j 1 --seed 1 --out o -- ./leaves "$name"
	grep -q '(6 runs' stdout || fail "$name: not 6 runs"
	tried=$((tried + 1))
done <names
[ $tried -gt 20 ] || fail "only $tried calls could be tried"
say "$tried calls"
