#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Programs by path, by name in PATH, with arguments, from another directory, with odd characters in the name.
. "$(dirname "$0")/../lib.sh"
program=$(build "$(source_of lost_update)" gcc)
odd="$T/an odd 'name' with \"quotes\" and ümlauts"
mkdir "$odd"
cp "$program" "$odd/the program"
cd "$odd" || exit
run 1 "$HEDDLE" test -t 900 "./the program"
run 1 "$HEDDLE" replay --times 3 heddle-out/bug-1
cd /
run 1 "$HEDDLE" replay --times 3 "$odd/heddle-out/bug-1"
run 0 "$HEDDLE" show "$odd/heddle-out/bug-1"
cp "$program" "$T/in-path"
PATH=$T:$PATH run 1 "$HEDDLE" test -t 900 --out "$T/o" in-path
mkdir -p "$T/a/b" && ln -s "$T/in-path" "$T/a/link"
run 1 "$HEDDLE" test -t 900 --out "$T/o" "$T/a/link"
# What follows the program's name belongs to the program.
run 1 "$HEDDLE" test -t 900 --out "$T/o" -- "$program" --help -n 3
