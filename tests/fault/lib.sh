# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# Faults of the environment: one system call of the controller or of a worker fails, each in turn. Whatever it hits, the
# search ends with a sentence: exit status 1 with the failure that the program has, confirmed and told, or 2 with what is
# wrong. Never a crash, an internal error, a wrong "passed" or a process left behind.
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
STEP=${STEP:-3} # of the calls, every third is enough for each day; STEP=1 tries all
program=$(build "$(source_of lost_update)" gcc)

# calls CALL ERROR N COMMAND…: the command with its N-th such call failing; prints how many such calls there were.
with_fault()
{
	local call=$1 error=$2 n=$3
	shift 3
	rm -rf "$T/o"
	timeout 300 "$B/tests/bin/fail_call" "$call" "$error" "$n" "$T/count" "$@" >"$T/stdout" 2>"$T/stderr" </dev/null
}
search() { with_fault "$1" "$2" "$3" "$HEDDLE" test -j 1 -n 500 -t 900 --seed 1 --json "$T/json" --out "$T/o" -- "$program"; }

judge()
{
	local what=$1 status=$2
	case $status in
	1)
		if grep -q '^heddle: cannot write' "$T/stderr"; then # the failure was found; files about it may be missing
			grep -q '^heddle: assert' "$T/stdout" || fail "$what: exit status 1 without a report"
		else
			[ "$(json "$T/json" verdict)" = failed ] || fail "$what: exit status 1, verdict $(json "$T/json" verdict)"
			[ "$(json "$T/json" failures.0.kind)" = assert ] || fail "$what: found $(json "$T/json" failures.0.kind)"
			run 1 "$HEDDLE" replay --times 3 "$T/o/bug-1"
		fi
		;;
	2) grep -qE '^heddle: .*[[:alpha:]]{3}' "$T/stderr" || fail "$what: exit status 2 without a sentence" ;;
	*) cat "$T/stdout" "$T/stderr" && fail "$what: exit status $status" ;;
	esac
	! grep -i 'internal error' "$T/stderr" || fail "$what: an internal error"
}

# sweep CALL ERROR: fails every STEP-th of the calls that a search makes once Heddle itself is loaded.
sweep()
{
	local call=$1 error=$2 first last status
	status=0
	with_fault "$call" "$error" 0 "$HEDDLE" --version || status=$?
	[ $status != 91 ] || skip "no ptrace here"
	first=$(($(cat "$T/count") + 1))
	status=0
	search "$call" "$error" 0 || status=$?
	judge "without a fault" $status
	last=$(cat "$T/count")
	[ "$last" -ge "$first" ] || fail "a search makes no call of $call: nothing to test"
	for ((n = first; n <= last; n += STEP)); do
		status=0
		search "$call" "$error" $n || status=$?
		judge "$call number $n fails with $error" $status
	done
	say "$call: $error at $first to $last"
}
