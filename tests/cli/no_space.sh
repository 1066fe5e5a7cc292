#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A full disk is reported with a sentence and exit status 2, or 1 if a failure was found, and what was written before is
# intact.
. "$(dirname "$0")/../lib.sh"
program=$(build "$(source_of lost_update)" gcc)
run 1 "$HEDDLE" test --seed 1 -t 900 --json /dev/full --out "$T/o" -- "$program"
says 'space|full'
passes=$(build "$ROOT/tests/programs/clean_mutex_counter.c" gcc)
refuses 'space|full' "$HEDDLE" test -n 20 --json /dev/full --out "$T/o" -- "$passes"

# A real full file system needs a mount, so a mount namespace; where that is not allowed, the above must do.
cat >"$T/inside" <<'END'
set -e
mount -t tmpfs -o size=64k,nr_inodes=200 none "$T/small"
dd if=/dev/zero of="$T/small/filler" bs=1k count=200 2>/dev/null || true
status=0
"$HEDDLE" test -t 900 --out "$T/small/o" -- "$1" >"$T/stdout" 2>"$T/stderr" || status=$?
exit $((status + 100))
END
mkdir "$T/small"
status=0
unshare -rm bash "$T/inside" "$program" || status=$?
[ $status -ge 100 ] || skip "no mount namespaces here, so no file system that is full"
[ $status = 101 ] || fail "full disk: exit status $((status - 100)) instead of 1"
says 'space|full|cannot' 6
