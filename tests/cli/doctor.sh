#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# heddle doctor says what works here, one line each, and exits with 0 where testing is possible.
. "$(dirname "$0")/../lib.sh"
run 0 "$HEDDLE" doctor
[ "$(wc -l <"$T/stdout")" -ge 4 ] || { cat "$T/stdout" && fail "less than four lines"; }
run 0 "$B/tests/bin/deny" personality "$HEDDLE" doctor
grep -qiE 'randomi|personality' "$T/stdout" || { cat "$T/stdout" && fail "does not mention address space randomisation"; }
