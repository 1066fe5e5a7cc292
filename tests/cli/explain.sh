#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# The sentence that says why a program fails names the lines that make it fail, and no others. A comment at the end of a line
# marks what the sentence about the bug NAME must name: @NAME, this line; @NAME:GROUP, one of the lines of this group at least;
# @NAME?, it need not name this line, but may. A comment "@NAME is PATTERN: REMEDY" says how the cause is called, and what the
# remedy begins with or has in it; "@NAME says TEXT" what the sentence has in it, too.
. "$(dirname "$0")/../lib.sh"

# lines_marked MARK: numbers of lines, in order; lines_named FILE: those in the standard input.
lines_marked() { { grep -nE "@$1 \*/" "$source" || true; } | cut -d: -f1; }
lines_named() { { grep -oE "\\b$(basename "$source"):[0-9]+" || true; } | cut -d: -f2 | sort -nu; }
# any_of LINES: one of the named lines is among them.
any_of() { grep -qxFf <(printf '%s\n' "$1") <<<"$named"; }

# judge_names BUG: says what is wrong with the pattern and the remedy of the report, and fails.
judge_names()
{
	local wanted pattern remedy
	wanted=$(grep -oE "@$1 is .* \*/" "$source" | sed -E "s,^@$1 is ,,;s, \*/,,")
	[ -n "$wanted" ] || return 0
	pattern=$(json "$T/out/bug-1/report.json" pattern || true) remedy=$(json "$T/out/bug-1/report.json" remedy | tr -d '`' || true)
	case $pattern in "${wanted%%: *}"*) ;; *) say "$1: is called \"$pattern\"" && return 1 ;; esac
	case $remedy in *"${wanted#*: }"*) ;; *) say "$1: the remedy is \"$remedy\"" && return 1 ;; esac
}

# judge_text BUG: says what the sentence does not say, and fails.
judge_text()
{
	local text
	while IFS= read -r text; do
		case $cause in *"$text"*) ;; *) say "$1: does not say \"$text\": $cause" && return 1 ;; esac
	done < <(grep -oE "@$1 says .* \*/" "$source" | sed -E "s,^@$1 says ,,;s, \*/$,,")
}

# judge BUG: says what is wrong with $cause, and fails.
judge()
{
	local line group named
	named=$(lines_named <<<"$cause")
	for line in $(lines_marked "$1"); do
		any_of "$line" || { say "$1: does not name line $line: $cause" && return 1; }
	done
	for group in $(grep -oE "@$1:[a-z]+ \*/" "$source" | sed 's,.*:,,;s, .*,,' | sort -u); do
		any_of "$(lines_marked "$1:$group")" || { say "$1: names no line of \"$group\": $cause" && return 1; }
	done
	for line in $named; do
		grep -qx "$line" <<<"$(lines_marked "$1(|:[a-z]+|\?)")" || { say "$1: names line $line: $cause" && return 1; }
	done
}

bugs=0 wrong=0
for source in "$ROOT"/tests/cli/explained*.c*; do
	tool=heddle-cc standard=gnu17 program=$T/explained
	case $source in *.cpp) tool=heddle-c++ standard=gnu++17 ;; esac
	"$B/bin/$tool" -std=$standard -O1 -g -Wall -Wextra -pthread -o "$program" "$source"
	for bug in $(grep -oE '@[a-z0-9_]+(:[a-z]+|\?)? \*/' "$source" | sed -E 's,^@([a-z0-9_]+).*,\1,' | sort -u); do
		rm -rf "$T/out"
		run 1 "$HEDDLE" test -q -j 1 -n 3000 -t 500 --minimize 500 --seed 1 --no-store --out "$T/out" -- "$program" "$bug"
		cause=$(json "$T/out/bug-1/report.json" cause 2>/dev/null || true)
		bugs=$((bugs + 1))
		judge "$bug" && judge_names "$bug" && judge_text "$bug" || wrong=$((wrong + 1))
	done
done
[ $bugs -ge 120 ] || fail "where are the bugs? There are only $bugs"
[ $wrong = 0 ] || fail "$wrong of $bugs sentences name other lines, or other remedies"
say "$bugs sentences name the lines that are marked"
