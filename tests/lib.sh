# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# What the test cases share. Source it; it sets:
#   ROOT  the repository      B  the build folder      HEDDLE  the program      T  a fresh scratch folder of this case
# A case fails by `fail "sentence"`, or by any command that is not checked for: set -e is on.
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
B=${B:-$ROOT/build}
HEDDLE=${HEDDLE:-$B/bin/heddle}
T=${T:-$(mktemp -d)}
export ROOT B HEDDLE T LC_ALL=C

say() { printf '%s\n' "$*"; }

fail()
{
	say "FAILED: $*"
	exit 1
}

# This case cannot be tried here, and the sentence says why. It counts neither as passed nor as failed.
skip()
{
	say "SKIPPED: $*"
	exit 77
}

# run STATUS COMMAND…: must end with this status. Standard output is in $T/stdout, standard error in $T/stderr.
run()
{
	local want=$1 got=0
	shift
	timeout 1000 "$@" >"$T/stdout" 2>"$T/stderr" </dev/null || got=$?
	if [ "$got" != "$want" ]; then
		say "\$ $*"
		head -c 3000 "$T/stdout"
		head -c 3000 "$T/stderr"
		fail "exit status $got instead of $want"
	fi
}

# One clear sentence on standard error, and nothing that looks like a crash of ours.
says()
{
	grep -qiE -- "$1" "$T/stderr" || {
		head -c 2000 "$T/stderr"
		fail "standard error does not say /$1/"
	}
	[ "$(wc -l <"$T/stderr")" -le "${2:-3}" ] || {
		head -c 2000 "$T/stderr"
		fail "more than ${2:-3} lines on standard error"
	}
}

# refuses PATTERN COMMAND…: misuse or an environment problem: exit status 2 and a sentence.
refuses()
{
	local pattern=$1
	shift
	run 2 "$@"
	says "$pattern"
}

# unfolded FILE: its text with sentences that were folded in one line again.
unfolded()
{
	awk '/^       ( )?[^ ]/ && !/^ *[0-9]+ [│|]/ { sub(/^ +/, " "); line = line $0; next }
		NR > 1 { print line } { line = $0 } END { print line }' "$@"
}

json() { "$B/tests/bin/json" "$@"; }

# in_order PATTERN…: $T/log has such lines one after the other.
in_order()
{
	local from=1 at pattern
	for pattern in "$@"; do
		at=$(tail -n +"$from" "$T/log" | grep -nE -m 1 -- "$pattern" | cut -d: -f1) || true
		[ -n "$at" ] || { cat "$T/log" && fail "no line like /$pattern/ from line $from on"; }
		from=$((from + at))
	done
}

# header FILE KEY [DEFAULT]: a line of the comment at the top of a test program.
header()
{
	local value
	value=$(sed -nE '1,12s,^( \*|//) '"$2"': *(.*[^ ]) *$,\2,p' "$1" | sed 's, *\*/$,,; s, *EXPLAIN:.*,,' | head -1)
	printf '%s' "${value:-${3:-}}"
}

# check_explained SOURCE REPORT: the sentence about the cause names the lines that the program's header has after EXPLAIN,
# on the line of EXPECT: each of them, or one of those with | between them; lines in [] may be named, too, and no other ones.
check_explained()
{
	local source=$1 report=$2 marker cause named line wanted allowed
	marker=$(sed -nE '1,12s,^( \*|//) EXPECT:.* EXPLAIN: *([^*]*[^ *]).*,\2,p' "$source")
	[ -n "$marker" ] || fail "$source does not say after EXPLAIN: which lines the sentence about its cause must name"
	cause=$(json "$report" cause 2>/dev/null || true)
	named=$({ grep -oE "\\b$(basename "$source"):[0-9]+" <<<"$cause" || true; } | cut -d: -f2 | sort -nu)
	allowed=" $(tr '|[]' '   ' <<<"$marker") "
	for wanted in ${marker%%[*}; do
		[ "$wanted" = none ] && continue
		grep -qxE "$wanted" <<<"$named" || fail "line $wanted of $source is not named: ${cause:-there is no sentence}"
	done
	for line in $named; do
		case $allowed in *" $line "*) ;; *) fail "line $line of $source is named: $cause" ;; esac
	done
}

# build SOURCE gcc|clang: compiles with heddle-cc into $B/tests/COMPILER/NAME and prints that path.
build()
{
	local source=$1 compiler=$2 name out tool=heddle-cc cxx=g++ standard=gnu17 flags
	name=$(basename "$source")
	out=$B/tests/$compiler/${name%.*}
	case $source in *.cpp) tool=heddle-c++ standard=gnu++17 ;; esac
	case $compiler in clang*) cxx=${compiler/clang/clang++} ;; esac
	read -ra flags <<<"$(header "$source" FLAGS)"
	mkdir -p "$(dirname "$out")"
	if [ ! -e "$out" ] || [ "$source" -nt "$out" ] || [ "$B/bin/heddle" -nt "$out" ]; then
		HEDDLE_CC=$compiler HEDDLE_CXX=$cxx "$B/bin/$tool" -std=$standard -O1 -g -Wall -Wextra -pthread \
			-o "$out.$$" "$source" "${flags[@]}" -lm >&2 ||
			fail "$tool ($compiler) does not compile $source"
		mv "$out.$$" "$out"
	fi
	printf '%s' "$out"
}

# build_copy SOURCE: with gcc, from a copy below this folder, so that no name of a file that is printed depends on where the tree is. Prints the
# program's name.
build_copy()
{
	local source=${1#"$ROOT"/} name
	name=$(basename "${source%.*}")
	mkdir -p "$(dirname "$source")"
	cp "$1" "$source"
	HEDDLE_CC=gcc "$B/bin/heddle-cc" -std=gnu17 -O1 -g -Wall -Wextra -pthread -o "$name" "$source" >&2 || fail "heddle-cc does not compile $source"
	printf './%s' "$name"
}

# The source of a test program or an example by its name.
source_of()
{
	local f
	for f in "$ROOT"/tests/programs/"$1".{c,cpp} "$ROOT"/examples/"$1".c; do
		[ -e "$f" ] && printf '%s' "$f" && return
	done
	fail "no test program $1"
}

# Addresses, times, temporary folders and process ids do not belong into golden files.
mask()
{
	sed -E -e "s,$T,TMP,g" -e "s,$ROOT/,,g" -e 's/0x[0-9a-f]{4,}/ADDRESS/g' \
		-e 's/[0-9]+(\.[0-9]+)? (s|ms|runs\/s)\b/N \2/g' -e 's/\b[0-9a-f]{40}\b/BUILD-ID/g' -e 's/\bhash [0-9a-f]+/hash HASH/'
}

# children_of PID: the process ids of its children.
children_of()
{
	local stat pid rest
	for stat in /proc/[0-9]*/stat; do
		read -r pid rest 2>/dev/null <"$stat" || continue
		rest=${rest##*) }
		[ "$(cut -d' ' -f2 <<<"$rest")" = "$1" ] && echo "$pid"
	done
	return 0
}

# copy_tree PAGE: copies the tree to $copy, to add there by hand what this page of docs says how to add. What is built already is
# taken over, so that only what depends on the addition is compiled.
copy_tree()
{
	local part
	page=$ROOT/docs/$1 copy=$T/copy
	mkdir -p "$copy/build"
	cp -a "$ROOT/Makefile" "$ROOT/src" "$ROOT/tools" "$ROOT/include" "$copy/"
	for part in rt ctl lib bin; do cp -a "$B/$part" "$copy/build/"; done
}

# block LINE: the lines of code that follow this line of $page.
block() { awk -v after="$1" '$0 == after { on = 1 } on && /^```$/ { exit } on > 1 { print } on && /^```c/ { on = 2 }' "$page"; }

# put_page_file PATTERN: the file whose name on $page matches, with the code that the page shows for it, into the copy; $file is its name.
put_page_file()
{
	file=$(sed -nE 's/^`('"$1"')`:$/\1/p' "$page")
	[ -n "$file" ] || fail "the page names no file"
	block "\`$file\`:" >"$copy/$file"
}

# Makes a store one of before there were campaigns.
# shellcheck disable=SC2034
NO_CAMPAIGNS="DROP TABLE code; DROP TABLE covered; DROP TABLE product; DROP TABLE piece; DROP TABLE file; DROP TABLE unit; DROP TABLE campaign;"
