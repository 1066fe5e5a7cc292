#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# What cannot be tested is refused with a sentence and exit status 2; nothing is left behind.
. "$(dirname "$0")/../lib.sh"
program=$(build "$(source_of lost_update)" gcc)
cd "$T" || exit
try() { local pattern=$1; shift; refuses "$pattern" "$HEDDLE" test --out "$T/o" "$@"; }

# Which program?
refuses 'which program' "$HEDDLE" test
try 'no such file|does not exist|not found' ./missing
try 'no such file|does not exist|not found' missing-in-path
mkdir folder && try 'director' ./folder
cp "$program" plain && chmod 644 plain && try 'permission|executable' ./plain
printf '#!/bin/sh\nexit 0\n' >script && chmod +x script && try 'script|not an ELF|interpreter' ./script
printf 'no program at all\n' >text && chmod +x text && try 'ELF|not a program|executable' ./text
: >empty && chmod +x empty && try 'ELF|not a program|executable|empty' ./empty
head -c 100 "$program" >short && chmod +x short && try 'ELF|truncated|not a program|executable|static' ./short
echo 'int main(void){return 0;}' >s.c && gcc -static -o static s.c && try 'static' ./static

# Which options?
try 'no-such-option|unrecognized|unknown' --no-such-option "$program"
try 'strategy' -s clairvoyant "$program"
try 'points' --points some "$program"
try 'reset' --reset hope "$program"
try 'runs|number|-n' -n many "$program"
try 'time|number|-t' -t -5 "$program"
try 'jobs|number|-j' -j 0 "$program"
try 'seed|number' --seed banana "$program"
refuses 'command' "$HEDDLE" frobnicate
refuses 'BUG|which|schedule|argument' "$HEDDLE" replay
refuses 'BUG|which|schedule|argument' "$HEDDLE" show

# Where to?
: >file && refuses 'file|not a directory' "$HEDDLE" test --out "$T/file/below" "$program"
refuses 'json|cannot|no such' "$HEDDLE" test -n 10 --json "$T/no/such/folder/x.json" --out "$T/o3" "$program"

# Help is no error.
run 0 "$HEDDLE" --help
run 0 "$HEDDLE" test --help
grep -q -- '--strategy' "$T/stdout" || fail "no --strategy in test --help"
run 0 "$HEDDLE" --version
