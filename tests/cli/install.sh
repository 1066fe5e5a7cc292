#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# After `make install` everything works from its new place, and from a place to which that was moved.
. "$(dirname "$0")/../lib.sh"
make -s -C "$ROOT" B="$B" install DESTDIR="$T/stage" PREFIX=/opt/heddle >"$T/log" 2>&1 || { cat "$T/log" && fail "make install"; }
mv "$T/stage/opt/heddle" "$T/moved"
cp "$(source_of lost_update)" "$T/program.c"
cd "$T" || exit
export PATH="$T/moved/bin:$PATH"
for compiler in gcc clang; do
	HEDDLE_CC=$compiler heddle-cc -g -o program program.c -pthread
	run 1 heddle test -t 900 ./program
	run 1 heddle replay --times 20 heddle-out/bug-1
	run 0 heddle show heddle-out/bug-1
	rm -rf heddle-out
	status=0
	./program >/dev/null 2>&1 || status=$?
	[ $status = 0 ] || [ $status = 134 ] || fail "run natively: status $status"
done
printf '#include <heddle.h>\nint main(void) { return 0; }\n' >own.c
run 0 heddle-cc -o own own.c
run 0 heddle doctor
ldd program | grep 'not found' >/dev/null && fail "the program does not find its runtime"
mkdir elsewhere && mv program elsewhere && cd / && run 1 heddle test -t 900 --out "$T/o" "$T/elsewhere/program"
