# shellcheck shell=bash disable=SC2034 # variables are for the caller
# SPDX-License-Identifier: Apache-2.0
#
# What the scripts that make tables share; it brings tests/lib.sh with it (json, header, B, HEDDLE, T). A subject is named by
# its group and its file: maple/string_buffer.
. "$(dirname "${BASH_SOURCE[0]}")/../tests/lib.sh"
SUBJECTS=$ROOT/bench/subjects

# subjects GROUP: the names of its subjects.
subjects()
{
	local f
	for f in "$SUBJECTS/$1"/*.c; do echo "$1/$(basename "$f" .c)"; done
}

# out_of_date FILE SOURCE…: the file is missing, or older than one of the others.
out_of_date()
{
	local source
	[ -e "$1" ] || return 0
	for source in "${@:2}"; do
		if [ "$source" -nt "$1" ]; then return 0; fi
	done
	return 1
}

# subject SUBJECT [buggy|fixed|native]: compiles it if need be and prints the path of the program. A native one is made
# by the plain compiler, from the correct twin. Those of the groups value and fresh are made by clang: they are also analysed without being run.
subject()
{
	local source=$SUBJECTS/$1.c kind=${2:-buggy} out=$B/subjects/$1.${2:-buggy} compiler=$B/bin/heddle-cc flags=() cc=gcc
	case $1 in value/* | fresh/*) cc=clang ;; esac
	case $kind in
	buggy) ;;
	fixed) flags=(-DFIXED) ;;
	native) flags=(-DFIXED) compiler=gcc ;;
	esac
	if out_of_date "$out" "$source" "$B/bin/heddle" "$SUBJECTS"/*.h "$(dirname "$source")"/*.h; then
		mkdir -p "$(dirname "$out")"
		HEDDLE_CC=$cc "$compiler" -std=gnu17 -O1 -g -Wall -Wextra -Werror -pthread "${flags[@]}" -o "$out.new" "$source" -lm ||
			fail "$1 does not compile"
		mv "$out.new" "$out"
	fi
	printf '%s' "$out"
}

# median FIGURE…: the middle one; of an even number of figures, the lower of the two.
median() { printf '%s\n' "$@" | sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

# search STRATEGY SEED SECONDS [OPTION…] -- PROGRAM [ARGUMENT…]: one search with one worker and nothing learnt before. Sets found (the kind of failure,
# or nothing), runs and seconds; its summary is in $T/json.
search()
{
	local strategy=$1 seed=$2 budget=$3 status=0
	shift 3
	rm -rf "$T/out"
	timeout $((budget * 3 + 60)) "$HEDDLE" test -q -j 1 -s "$strategy" --seed "$seed" -t "$budget" --json "$T/json" --out "$T/out" "$@" \
		>"$T/stdout" 2>"$T/stderr" </dev/null || status=$?
	[ $status -le 1 ] || fail "heddle test -s $strategy --seed $seed -- $*: exit status $status: $(tail -3 "$T/stderr")"
	# shellcheck disable=SC2034 # for the caller
	found=$(json "$T/json" failures.0.kind 2>/dev/null || true) runs=$(json "$T/json" runs) seconds=$(json "$T/json" seconds)
}

# target TEXT CONDITION: a line that says whether it is reached; CONDITION is a comparison for awk. A missed one makes the
# script that calls it end with status 1 when it ends with `exit $missed`.
missed=0
target()
{
	if awk "BEGIN { exit !($2) }"; then
		printf '\n**Target:** %s: reached.\n' "$1"
	else
		printf '\n**Target:** %s: MISSED.\n' "$1"
		missed=1
	fi
}
