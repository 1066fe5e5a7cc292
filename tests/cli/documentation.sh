#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# The commands in the documentation do what it says. On a page, a paragraph that ends with `FILE`: and the code below it make
# that file; the lines with a $ in a block ```console are run, one after the other and in one scratch folder a page. The lines
# below a command are in its output, in this order; … stands for anything, and a number for any number.
. "$(dirname "$0")/../lib.sh"
export PATH=$B/bin:$PATH

# A line of a page as an extended regular expression.
pattern()
{
	sed -E -e 's/[][\.*^$(){}+?|/]/\\&/g' -e 's/[0-9]+((\\\.|,)[0-9]+)*/[0-9][0-9.,]*/g' -e 's/ *… */.*/g' -e 's/ +/ +/g' -e 's/^/^/' -e 's/$/$/' <<<"$1"
}

# The command that has been run printed such a line, below what was found before.
expect()
{
	local n
	[ "$1" != … ] || return 0
	n=$(tail -n +$((seen + 1)) "$T/output" | grep -nE -m1 -- "$(pattern "$1")" | cut -d: -f1) || true
	[ -n "$n" ] || { cat "$T/output" && fail "$page: $command does not print: $1"; }
	seen=$((seen + n))
}

run_command()
{
	local status=0
	command=$1 seen=0
	bash -c "$command" >"$T/output" 2>&1 </dev/null || status=$?
	commands=$((commands + 1))
	[ $status -le 1 ] || { cat "$T/output" && fail "$page: $command has status $status"; }
}

run_page()
{
	local line block="" file="" last=""
	mkdir -p "$T/$page" && cd "$T/$page" || exit
	while IFS= read -r line; do
		case $block:$line in
		:'```c') block=c && file=$(sed -nE 's/.*`([a-z_]+\.c)`[^`]*:$/\1/p' <<<"$last") && [ -z "$file" ] || : >"$file" ;;
		:'```console') block=console command="" ;;
		:'```'*) block=other ;;
		*:'```') block="" ;;
		c:*) [ -z "$file" ] || printf '%s\n' "$line" >>"$file" ;;
		console:'$ '*) run_command "${line#\$ }" ;;
		console:*) expect "$line" ;;
		esac
		[ -z "$line" ] || last=$line
	done <"$ROOT/docs/$page"
}

commands=0
for page in $(cd "$ROOT/docs" && grep -l '^```console$' ./*.md); do
	page=${page#./}
	run_page
done
[ $commands -ge 12 ] || fail "only $commands commands were run"
