#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Commands that README.md and the pages of docs show as examples, indented and without a $, with made-up names of programs: each can be given
# as it stands there. The programs have a bug, so that searches end soon. (documentation.sh runs those with a $ and compares what they print.)
. "$(dirname "$0")/../lib.sh"
export PATH=$B/bin:$PATH HOME=$T

# What is run elsewhere, because it needs more than a program and a failure.
elsewhere()
{
	case $1 in
	*--gdb=*) ;;               # other_debuggers.sh
	'heddle suite '*) ;;       # suite.sh, suite_list.sh, ci_drivers.sh
	'heddle gen '*) ;;         # gen.sh
	'heddle worker '* | *postgresql://*) ;; # worker.sh, postgres.sh
	*--client* | *--setup*) ;; # server.sh
	*--compare*) ;;            # compare.sh: it takes minutes
	*) return 1 ;;
	esac
}

# A program by any of the names that the pages use, a failure of it, and the files that options name.
heddle-cc -g -O1 -pthread -o "$T/program" "$(source_of lost_update)"
prepare()
{
	local name
	for name in program bank_test queue_test server_test decode; do ln -f "$T/program" $name; done
	: >heddle.conf
	mkdir -p corpus
	echo picture >corpus/picture
	printf 'program ./program\n  runs 1000\n' >night.campaign
	: >known.supp
	run 1 "$HEDDLE" test -q --seed 1 -t 900 --no-store ./program
}

commands=0
for page in "$ROOT/README.md" "$ROOT"/docs/*.md "$ROOT"/docs/*/*.md; do
	grep -qE '^    heddle [a-z]+( |$)' "$page" || continue
	mkdir -p "$T/${page#"$ROOT/"}" && cd "$T/${page#"$ROOT/"}" || exit
	prepare
	# An explanation follows after three spaces, or after a #.
	sed -nE '/^    heddle (schedule|places) [0-9]/d; s/^    (heddle [a-z]+.*)/\1/p' "$page" | sed -E 's/ +# .*//; s/ {3,}.*//' >list
	while read -r command; do
		! elsewhere "$command" || continue
		status=0
		timeout 600 bash -c "$command" >output 2>&1 </dev/null || status=$?
		[ $status -le 1 ] || { cat output && fail "${page#"$ROOT/"}: $command has status $status"; }
		commands=$((commands + 1))
	done <list
done
[ $commands -ge 29 ] || fail "only $commands commands were run"
say "$commands commands were run"
