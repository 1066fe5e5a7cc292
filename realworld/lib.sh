# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: Apache-2.0
#
# What realworld/run does with one subject. A subject, realworld/subjects/NAME.sh, sets or defines
#
#   kind=cpu|server|other      only the figures of "cpu" enter the median
#   package=NAME               Debian source package; empty: a program of ours, realworld/ours/SUBJECT.c
#   also="NAME…"               further source packages, for libraries to be built with it; each in a folder of its name
#   needs="PACKAGE…"           Debian packages that building or checking needs
#   program=PATH               what build() makes, relative to the folder of the build
#   arguments=(…)              of the program for the job
#   job_options=(…)            for heddle test, such as --client
#   small_arguments=(…)        of the program for a job that takes few steps, for searches of many runs; its input is made by prepare(), too
#   build()                    in a fresh copy of the source, with CC, CXX, CFLAGS and LDFLAGS set
#   prepare()                  makes the job's input; once, in the folder of the job
#   clean()                    removes the job's output; before each run
#   check()                    succeeds when the job's output is right; after each run
#   run_native VARIANT         does the job without Heddle, for what is no plain command (servers: serve_natively)
#
# and, when there is a seeded bug,
#
#   seed_bug()                 changes the source by one line; in a copy of it, before build()
#   seed_line=FILE:LINE…       an extended regular expression: what heddle show has to name
#   seed_arguments=(…)         of the program, where not those of the job
#   seed_options=(…)           for heddle test: the strategy and the budget
#
# Each of these functions runs in a folder of its own and may fail; what it prints goes into the log. What is not
# set here (ROOT, B, HEDDLE, S: the subject's own folder, subject, runs, replays, rounds) is set by realworld/run.

# The defaults. shellcheck does not see who uses them.
# shellcheck disable=SC2034
defaults()
{
	kind=cpu package='' also='' needs='' program='' seed_line='' arguments=() small_arguments=() job_options=() seed_arguments=() seed_options=(-t 60)
}
prepare() { :; }
clean() { :; }
check() { :; }
run_native() { "$S/$1/$program" "${arguments[@]}" >stdout 2>stderr </dev/null; }

# serve_natively VARIANT: for servers: runs the client against the server, which then has to end politely. The subject says
# the port and the client.
serve_natively()
{
	local server status=0 tries=500
	"$S/$1/$program" "${arguments[@]}" >stdout 2>stderr </dev/null &
	server=$!
	until (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || [ $((tries -= 1)) = 0 ]; do sleep 0.01; done
	sh -c "$client" || status=$?
	kill -TERM $server
	wait $server || status=$?
	return $status
}

# text_input FILE BYTES: text of made-up words, the same on every machine; compresses as prose does.
text_input()
{
	awk -v bytes="$2" 'function random(n) { state = (state * 1103515245 + 12345) % 2147483648; return int(state / 65536) % n }
		BEGIN {
			state = 7
			for (i = 0; i < 400; i++) {
				word[i] = sprintf("%c%c", 97 + random(26), 97 + random(26))
				for (j = random(6); j > 0; j--) word[i] = word[i] substr("aeionrstlmdu", 1 + random(12), 1)
			}
			for (n = 0; n < bytes; n += length(s)) {
				s = word[int(random(400) * random(1000) / 1000)] (random(10) ? " " : "\n")
				printf "%s", substr(s, 1, bytes - n)
			}
		}' >"$1"
	[ "$(stat -c %s "$1")" = "$2" ]
}

# ---- building ----

install_needs()
{
	local name missing=()
	for name in $needs; do
		dpkg-query -W -f='${db:Status-Status}\n' "$name" 2>/dev/null | grep -q '^installed' || missing+=("$name")
	done
	[ ${#missing[@]} -eq 0 ] || DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install "${missing[@]}"
}

# variant NAME: sets the compilers and flags of a variant of the build.
variant()
{
	CFLAGS="-O2 -g" LDFLAGS="" CC=gcc CXX=g++
	case $1 in
	heddle | seeded) CC=$B/bin/heddle-cc CXX=$B/bin/heddle-c++ ;;
	static) # by clang, which takes no text for an error that gcc only warns of
		CC=$B/bin/heddle-cc CXX="$B/bin/heddle-c++ -Wno-reserved-user-defined-literal"
		export HEDDLE_CC=clang HEDDLE_CXX=clang++
		;;
	tsan) CFLAGS="$CFLAGS -fsanitize=thread" LDFLAGS=-fsanitize=thread ;;
	esac
	CXXFLAGS=$CFLAGS
	export CC CXX CFLAGS CXXFLAGS LDFLAGS
}

get_source()
{
	local name
	if [ -z "$package" ]; then
		mkdir -p "$S/src"
	elif [ ! -d "$S/src" ]; then
		"$ROOT/realworld/fetch.sh" "$package" "$S/src" || return 1
	fi
	for name in $also; do
		[ -d "$S/src/$name" ] || "$ROOT/realworld/fetch.sh" "$name" "$S/src/$name" || return 1
	done
}

seed_one_line()
{
	seed_bug
	diff -r "$S/src" . && return 1
	[ "$(diff -r "$S/src" . | grep -c '^>')" -le 1 ] || return 1
}

build_key()
{
	{
		declare -f build seed_bug
		echo "$package $also $program"
		cat "$ROOT/realworld/ours/$subject".*
	} 2>/dev/null | cksum
}

# build_variant NAME: once; again when how to build, or the program of ours, has changed.
build_variant()
{
	local stamp=$S/$1.built key
	key=$(build_key)
	[ "$(cat "$stamp" 2>/dev/null)" != "$key" ] || return 0
	rm -rf "${S:?}/$1"
	cp -a "$S/src" "$S/$1"
	(
		variant "$1"
		cd "$S/$1" || return 1
		[ "$1" != seeded ] || seed_one_line || return 1
		build
	) || return 1
	[ -e "$S/$1/$program" ] || return 1
	echo "$key" >"$stamp"
}

# ---- running ----

# in_job COMMAND…: in the folder of the job, after what the last run left there is gone.
in_job() { (cd "$S/job" && clean && "$@"); }

# test_job VARIANT OPTION…: one search; its job must have come out right.
test_job()
{
	local variant=$1
	shift
	in_job "$HEDDLE" test -q -j 1 -t 3600 --timeout 120 "${job_options[@]}" "$@" -- \
		"$S/$variant/$program" "${arguments[@]}" </dev/null
}
checked() { (cd "$S/job" && check); }

plain_job() { in_job run_native "$1" && checked; }

# hook clean|check: what heddle calls before and after each run of a plain program, replays too: clean and check.
# A server's files and answers are a matter of its own options.
hook()
{
	cd "$S/job" || return 1
	case $1 in
	clean) clean ;;
	check) check || echo "$1" >>"$S/wrong" ;;
	esac
}
between_runs()
{
	[ "$kind" = server ] && return
	printf '%s\n' --setup "'$ROOT/realworld/run' --hook '$subject' clean"
	[ "${1:-}" = unchecked ] || printf '%s\n' --teardown "'$ROOT/realworld/run' --hook '$subject' check"
}
none_wrong() { checked && [ ! -e "$S/wrong" ]; }

# explore STRATEGY: several runs, all right; the schedule of the last one is kept.
explore()
{
	local hooks
	mapfile -t hooks < <(between_runs)
	rm -f "$S/wrong"
	test_job heddle "${hooks[@]}" -s "$1" -n "$runs" --seed 1 --out "$S/out-$1" --save-schedule --json "$S/$1.json" && none_wrong
}

# replayed passed|failed: what heddle replay has printed says that each replay did the same as the recorded run. One
# replay alone has a sentence of its own.
replayed()
{
	cat "$S/replayed"
	if [ "$replays" = 1 ]; then
		grep -q "^heddle: .* as recorded (hash" "$S/replayed"
	else
		grep -q "^heddle: $replays of $replays replays $1 identically" "$S/replayed"
	fi
}

replay_passed()
{
	in_job "$HEDDLE" replay --times "$replays" --timeout 120 "$S/out-random/run" >"$S/replayed" && replayed passed && none_wrong
}

# ---- figures: all on one core, because a controlled run uses one; the seconds are those of the processor for what
# ---- computes, and of the clock for what waits for others.

# seconds FILE COMMAND…: adds a line with how long it took.
seconds()
{
	local to=$1 TIMEFORMAT='%R %U %S'
	shift
	{ time "$@" >>"$S/log" 2>&1; } 2>"$S/time" || return 1
	awk -v kind="$kind" '{ print kind == "cpu" ? $2 + $3 : $1 }' "$S/time" >>"$to"
}

# One run under control with its learnt points is what further runs add to the first: one run, and four. What the default
# checks cost is seen over a whole search.
one_round()
{
	local timed=(-n 8 --seed 3 --out "$S/out-timed")
	seconds "$S/native.s" in_job run_native native && checked &&
		seconds "$S/first.s" test_job heddle -s random -n 1 --seed 3 --check none --out "$S/out-timed" && checked &&
		seconds "$S/four.s" test_job heddle -s random -n 4 --seed 3 --check none --out "$S/out-timed" && checked &&
		seconds "$S/tsan.s" in_job run_native tsan && checked &&
		seconds "$S/plain.s" test_job heddle "${timed[@]}" --check none && checked &&
		seconds "$S/checked.s" test_job heddle "${timed[@]}" && checked
}

median() { sort -g | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

# measure: what table() needs, into $S/row.
measure()
{
	local round j=$S/random.json
	export TSAN_OPTIONS=report_bugs=0:exitcode=0
	! command -v taskset >/dev/null || taskset -cp 0 $BASHPID >/dev/null || :
	rm -f "$S"/{native,first,four,tsan,plain,checked}.s
	for ((round = 0; round < rounds; round++)); do one_round || return 1; done
	paste "$S/four.s" "$S/first.s" | awk '{ print ($1 - $2) / 3 }' >"$S/heddle.s"
	paste "$S/checked.s" "$S/plain.s" | awk '{ print $1 / $2 }' >"$S/checks.s"
	printf '%s ' "$subject" "$kind" "$(json "$j" threads)" "$(json "$j" accesses)" "$(json "$j" runs)" \
		"$(median <"$S/native.s")" "$(median <"$S/heddle.s")" "$(median <"$S/tsan.s")" "$(median <"$S/checks.s")" >"$S/row"
	echo >>"$S/row"
}

# ---- a seeded bug ----

find_seeded()
{
	local status=0 hooks
	mapfile -t hooks < <(between_runs unchecked)
	[ ${#seed_arguments[@]} -eq 0 ] || arguments=("${seed_arguments[@]}")
	rm -rf "$S/out-seeded"
	test_job seeded "${hooks[@]}" --seed 1 --out "$S/out-seeded" --json "$S/seeded.json" "${seed_options[@]}" || status=$?
	[ $status = 1 ] || return 1
}

replay_seeded()
{
	local status=0
	in_job "$HEDDLE" replay --times "$replays" "$S/out-seeded/bug-1" >"$S/replayed" || status=$?
	replayed failed && [ $status = 1 ]
}

show_seeded()
{
	"$HEDDLE" show --summary "$S/out-seeded/bug-1" >"$S/shown" # the stacks are there only
	"$HEDDLE" show "$S/out-seeded/bug-1" >>"$S/shown"
	cat "$S/shown"
	grep -qE "$seed_line" "$S/shown"
}
