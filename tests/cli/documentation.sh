#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# The commands in the documentation do what it says. On a page, a paragraph that ends with `FILE`: and the code below it make
# that file; the lines with a $ in a block ```console are run, one after the other and in one scratch folder a page. The lines
# below a command are in its output, in this order; … stands for anything, and a number for any number. Lines with (gdb) are
# typed into the gdb that the command above starts. The folder has the examples, tests and bench of the sources. A command in a block of another kind is not run:
# a comment "<!-- not run: … -->" before it says why.
. "$(dirname "$0")/../lib.sh"
export PATH=$B/bin:$PATH LC_ALL=C.UTF-8 HOME=$T
echo 'set debug-file-directory /nonexistent' >"$T/.gdbinit" # what gdb need not read takes no time

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
	commands=$((commands + 1))
	[[ $command != *--gdb* ]] || return 0 # what is typed comes below
	bash -c "$command" >"$T/output" 2>&1 </dev/null || status=$?
	[ $status -le 1 ] || { cat "$T/output" && fail "$page: $command has status $status"; }
}

# The block is over: what was typed is given to gdb, and the lines between are in what it prints.
end_of_block()
{
	local status=0 line
	[ -n "$typed" ] && command -v gdb >/dev/null || return 0
	printf 'set width 0\n%s' "$typed" | timeout 300 bash -c "$command" >"$T/raw" 2>&1 || status=$?
	[ $status -le 1 ] || { cat "$T/raw" && fail "$page: $command has status $status"; }
	sed -E 's/^(\(gdb\) )+//' "$T/raw" >"$T/output"
	while IFS= read -r line; do expect "$line"; done <<<"${printed%$'\n'}"
}

run_page()
{
	local line block="" file="" last=""
	typed="" printed=""
	mkdir -p "$T/$page" && cd "$T/$page" || exit
	ln -s "$ROOT/examples" "$ROOT/tests" "$ROOT/bench" .
	while IFS= read -r line; do
		case $block:$line in
		:'```c') block=c && file=$(sed -nE 's/.*`([a-z_]+\.c)`[^`]*:$/\1/p' <<<"$last") && [ -z "$file" ] || : >"$file" ;;
		:'```console') block=console command="" typed="" printed="" ;;
		:'```'*) block=other ;;
		*:'```') end_of_block && block="" typed="" ;;
		c:*) [ -z "$file" ] || printf '%s\n' "$line" >>"$file" ;;
		console:'$ '*) run_command "${line#\$ }" ;;
		console:'(gdb) '*) typed+=${line#(gdb) }$'\n' ;;
		console:*) if [[ $command == *--gdb* ]]; then printed+=$line$'\n'; else expect "$line"; fi ;;
		other:'$ '* | :'    $ '*) [[ $last == "<!-- not run: "* || $told == yes ]] || fail "$page: not run, and the page does not say why: $line" ;;
		esac
		case $line in "<!-- not run: "*) told=yes ;; '' | '    '*) ;; *) told=no ;; esac
		[ -z "$line" ] || last=$line
	done <"$ROOT/$page"
}

# Each strategy that -s takes and each analysis has a page in the form of the others, its folder has no further one, and the index links to it.
same_form()
{
	local folder=$1 index=$ROOT/docs/$2 name section
	while read -r name; do
		[ -e "$ROOT/docs/$folder/$name.md" ] || fail "there is no docs/$folder/$name.md"
		grep -q "($folder/$name.md)" "$index" || fail "docs/$2 has no link to $folder/$name.md"
		for section in "What it finds" "When to use it" "What it costs" Options Limits; do
			grep -qx "## $section" "$ROOT/docs/$folder/$name.md" || fail "docs/$folder/$name.md has no section \"$section\""
		done
	done <"$T/names"
	diff <(sort "$T/names") <(cd "$ROOT/docs/$folder" && basename -s .md -- *.md | sort) || fail "docs/$folder has a page of something that is not there"
}
run 2 "$HEDDLE" test -s no-such-strategy true
sed -n 's/.*there are: //p' "$T/stderr" | tr -d ' ' | tr ',' '\n' >"$T/names"
[ "$(wc -l <"$T/names")" -ge 20 ] || fail "the strategies are not listed: $(cat "$T/stderr")"
same_form strategies strategies.md
sed -nE 's/^HD_ANALYSIS\([a-z_]+, "([a-z-]+)".*/\1/p' "$ROOT/src/model/analyses.def" >"$T/names"
[ "$(wc -l <"$T/names")" -ge 6 ] || fail "the analyses are not listed in src/model/analyses.def"
same_form analyses findings.md

commands=0
for page in $(cd "$ROOT" && grep -lE '^(```|    )(console|\$ )' README.md docs/*.md docs/*/*.md); do
	run_page
done
[ $commands -ge 90 ] || fail "only $commands commands were run"
