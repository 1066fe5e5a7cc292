#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Nothing needs privileges: the whole way from compiling to replaying, as nobody.
. "$(dirname "$0")/../lib.sh"
[ "$(id -u)" = 0 ] || skip "this is an ordinary user already: all other tests show the same"
# nobody may not see the repository; a copy where all may read is the honest setting anyway.
make -s -C "$ROOT" B="$B" install PREFIX="$T/prefix" >"$T/log" 2>&1 || { cat "$T/log" && fail "make install"; }
cp "$(source_of refcount_uaf)" "$T/program.c"
as_nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --no-new-privs env HOME=/nonexistent)
place=$(mktemp -d /tmp/heddle-nobody.XXXXXX)
trap 'rm -rf "$place"' EXIT
mv "$T/prefix" "$T/program.c" "$place" && mkdir "$place/work" && chmod 755 "$place" && chmod 777 "$place/work"
chmod -R a+rX "$place"
cd "$place/work" || exit
run 0 "${as_nobody[@]}" HEDDLE_CC=gcc "$place/prefix/bin/heddle-cc" -g -o program ../program.c -pthread
run 1 "${as_nobody[@]}" "$place/prefix/bin/heddle" test -t 900 ./program
run 1 "${as_nobody[@]}" "$place/prefix/bin/heddle" replay --times 100 heddle-out/bug-1
chmod 555 "$place/work"
refuses 'permission|cannot' "${as_nobody[@]}" "$place/prefix/bin/heddle" test --out elsewhere ./program
