#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Each command has a manual page; each of its options is on the page, and each option on the page exists. `heddle help COMMAND`
# and `heddle COMMAND --help` say the same.
. "$(dirname "$0")/../lib.sh"

# The options that a command's help lists, one a line. argp's own are in each.
options_of_help()
{
	awk '/^ +-/ && match($0, /^ +(-[[:alnum:]], )?--[a-z][a-z-]*/) {
		n = split(substr($0, 1, RLENGTH), words, /[ ,]+/)
		for (i = 1; i <= n; i++) if (words[i] ~ /^-/) print words[i]
	}' "$1" | grep -vxE -e '--(help|usage)' | sort
}

# The options that a page has in its lists: `.It Fl n , -runs Ar n`.
options_of_page()
{
	awk '/^\.It Fl / {
		flag = 1
		for (i = 3; i <= NF; i++) {
			if ($i == "Fl") flag = 1
			else if ($i ~ /^[A-Z][a-z]$/) flag = 0
			else if (flag && $i != ",") print "-" $i
		}
	}' "$1" | grep -vx -e '--help' | sort
}

mapfile -t commands < <("$HEDDLE" --help | sed -n 's/^  heddle \([a-z+]*\) .*/\1/p' | grep -vx help)
[ ${#commands[@]} -ge 12 ] || fail "only ${#commands[@]} commands are listed"
for command in "${commands[@]}"; do
	page=$ROOT/docs/heddle-$command.1
	[ -e "$page" ] || fail "heddle $command has no manual page"
	grep -q "^\\.It Cm $command\$" "$ROOT/docs/heddle.1" || fail "heddle.1 does not list $command"
	[ "$(cat "$page")" != ".so man1/heddle-cc.1" ] || page=$ROOT/docs/heddle-cc.1
	run 0 "$HEDDLE" help "$command"
	cp "$T/stdout" "$T/help"
	run 0 "$HEDDLE" "$command" --help
	cmp -s "$T/help" "$T/stdout" || fail "heddle help $command and heddle $command --help differ"
	diff <(options_of_help "$T/help") <(options_of_page "$page") ||
		fail "the options of heddle $command (<) and those on its page (>) differ"
	[ "$command" = doctor ] || [ -n "$(options_of_page "$page")" ] || fail "no options were seen on $page"
done
for page in "$ROOT"/docs/heddle*.1; do
	name=$(basename "$page" .1)
	[ "$name" = heddle ] || [[ " ${commands[*]} " == *" ${name#heddle-} "* ]] || fail "$name.1 is about no command"
	if command -v mandoc >/dev/null && [ "$name" != heddle-c++ ]; then
		mandoc -Tlint -W error "$page" || fail "$name.1 is not a proper page"
	fi
done
