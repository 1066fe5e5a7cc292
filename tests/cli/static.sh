#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# heddle static: the programs of tests/static say which pairs there are. A pair that is missing is an error; those that
# are superfluous are counted, and there are as many as the program says (SUPERFLUOUS, 0 by default, or any). What runs of the
# programs show is never missing. Then what is no program, or has no bitcode, is refused by a sentence.
# shellcheck source=bench/pairs.sh
. "$(dirname "$0")/../../bench/pairs.sh"
[ -x "$B/libexec/heddle-static" ] || skip "heddle-static was not built, LLVM is not installed"

# "RW must write:14 read:20" for each pair that is listed, the sides in any order: brought in that of the text.
listed()
{
	awk '/^[A-Z][A-Z]: /{kind = substr($1, 1, 2)}
		$1 == "must" || $1 == "may" {
			split($3, a, ":"); split($6, b, ":"); x = $2 ":" a[2]; y = $5 ":" b[2]
			print kind, $1, (x < y ? x " " y : y " " x) }' "$1" | sort -u
}

# The same for what the program says.
expected()
{
	sed -nE 's,^ \* PAIR: *,,p' "$1" | awk '{print $1, $2, ($3 < $4 ? $3 " " $4 : $4 " " $3)}' | sort -u
}

# Places of data races that runs had, without what was done there.
raced()
{
	local n i
	n=$(json "$1" findings.#)
	for ((i = 0; i < n; i++)); do
		[ "$(json "$1" "findings.$i.kind")" = race ] || continue
		echo "$(json "$1" "findings.$i.sites.0" | cut -d: -f2-3) $(json "$1" "findings.$i.sites.1" | cut -d: -f2-3)"
	done | awk '{print ($1 < $2 ? $1 " " $2 : $2 " " $1)}' | sort -u
}

# What runs of the program show is listed. In C++ a list names the place in the header of std::mutex, and a run the one that calls it.
compare_with_runs()
{
	local name=$1 kinds=$2
	rm -f "$T/met"
	look_for_pairs random 150 100 "$T/$name"
	sed -i -E "/^($kinds) /!d" "$T/met"
	listed_pairs "$T/$name" >"$T/static"
	missing_pairs "$T/static" >"$T/missing"
	[ ! -s "$T/missing" ] || { cat "$T/missing" && fail "$name: these met, and are missing"; }
	raced "$T/json" >"$T/races"
	sed -nE 's/^RW [^:]+:([0-9:]+) [^:]+:([0-9:]+)$/\1 \2/p' "$T/static" |
		awk '{print ($1 < $2 ? $1 " " $2 : $2 " " $1)}' | sort -u >"$T/raceable"
	comm -23 "$T/races" "$T/raceable" >"$T/missing"
	[ ! -s "$T/missing" ] || { cat "$T/missing" && fail "$name: these raced, and are missing"; }
	met=$((met + $(wc -l <"$T/met")))
	races=$((races + $(wc -l <"$T/races")))
}

check()
{
	local source=$1 name superfluous tool=heddle-cc kinds='RW|WN|WM|MM'
	name=$(basename "$source")
	name=${name%.*}
	case $source in *.cpp) tool=heddle-c++ kinds=RW ;; esac
	"$B/bin/$tool" --compiler clang -O1 -Wall -Wextra -pthread -o "$T/$name" "$source"
	run 0 "$HEDDLE" static "$T/$name"
	listed "$T/stdout" >"$T/listed"
	expected "$source" >"$T/expected"
	comm -13 "$T/listed" "$T/expected" >"$T/missing"
	comm -23 "$T/listed" "$T/expected" >"$T/superfluous"
	superfluous=$(wc -l <"$T/superfluous")
	say "$name: $(wc -l <"$T/listed") pairs, $superfluous of them superfluous"
	[ ! -s "$T/missing" ] || { cat "$T/stdout" "$T/missing" && fail "$name: these pairs are missing"; }
	case $(header "$source" SUPERFLUOUS 0) in
	any | "$superfluous") ;;
	*) cat "$T/superfluous" && fail "$name: $superfluous superfluous pairs" ;;
	esac
	compare_with_runs "$name" "$kinds"
}

races=0 met=0
for source in "$ROOT"/tests/static/*.c "$ROOT"/tests/static/*.cpp; do check "$source"; done
say "runs had $races races, and $met pairs met: all were listed"
[ $races -ge 8 ] && [ $met -ge 50 ] || fail "runs show so little that nothing was compared"

# Two files are analysed as one program, and a library can be added.
cat >"$T/a.c" <<'END'
#include <pthread.h>
extern int shared;
void *worker(void *arg);
int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); shared = 1; return 0; }
END
echo 'int shared; void *worker(void *arg); void *worker(void *arg) { shared = 2; return arg; }' >"$T/b.c"
HEDDLE_CC=clang "$B/bin/heddle-cc" -O2 -ffunction-sections -Wl,--gc-sections -pthread -o "$T/both" "$T/a.c" "$T/b.c"
run 0 "$HEDDLE" static --json "$T/json" "$T/both"
[ "$(json "$T/json" pairs.#)" = 1 ] || fail "$(json "$T/json" pairs.#) pairs in two files"
[ "$(json "$T/json" pairs.0.kind) $(json "$T/json" pairs.0.same_object)" = "RW must" ] || fail "not RW must"

# An object is enough.
HEDDLE_CC=clang "$B/bin/heddle-cc" -O1 -pthread -c -o "$T/b.o" "$T/b.c"
run 0 "$HEDDLE" static "$T/b.o"
cat "$T/stdout" "$T/stderr" 2>/dev/null | grep "has no function main" >/dev/null || fail "nothing is said of a missing main"

# What the options do.
run 0 "$HEDDLE" static -k MM "$T/lock_other"
grep -q "RW:" "$T/stdout" && fail "-k MM lists RW"
run 0 "$HEDDLE" static --no-filter lock "$T/lock_same"
grep -q "RW:" "$T/stdout" || fail "--no-filter lock lists no RW"
run 0 "$HEDDLE" static --stats "$T/lock_same"
grep -qE "^without the filter lock +[1-9]" "$T/stdout" || fail "--stats does not count what the locks are worth"
refuses "no kind of pair" "$HEDDLE" static -k XY "$T/both"
refuses "no filter" "$HEDDLE" static --no-filter none "$T/both"

# Under -flto the linker would take the bitcode of an object instead of its code.
"$B/bin/heddle-cc" --compiler clang -O1 -c -o "$T/b.o" "$T/b.c"
ar rcs "$T/libb.a" "$T/b.o"
refuses "would take the bitcode that is kept in .*b.o" "$B/bin/heddle-cc" --compiler clang -flto -o "$T/lto" "$T/a.c" "$T/b.o"
refuses "would take the bitcode that is kept in .*libb.a" "$B/bin/heddle-cc" --compiler clang -flto -o "$T/lto" "$T/a.c" "-L$T" -lb
"$B/bin/heddle-cc" --no-bitcode --compiler clang -O1 -c -o "$T/b.o" "$T/b.c"
run 0 "$B/bin/heddle-cc" --compiler clang -flto -o "$T/lto" "$T/a.c" "$T/b.o"
objdump -d "$T/lto" | grep 'call.*__tsan_write4' >/dev/null || fail "no instrumentation under -flto"

# A large program is analysed within 1 GiB of memory, and a time that is nearly in proportion to its size.
awk -v n=60 -f "$ROOT/tests/helpers/large_program.awk" >"$T/large.c"
"$B/bin/heddle-cc" --compiler clang -O0 -pthread -c -o "$T/large.o" "$T/large.c"
run 0 bash -c 'ulimit -v 1048576; ulimit -t 60; exec "$@"' _ "$HEDDLE" static "$T/large.o"
grep -qE "^[0-9]+ pairs in [0-9]{4,} instructions" "$T/stdout" || fail "a large program"

# What cannot be analysed.
HEDDLE_CC=clang "$B/bin/heddle-cc" --no-bitcode -pthread -o "$T/without" "$T/a.c" "$T/b.c"
refuses "has no bitcode.*HEDDLE_CC=clang" "$HEDDLE" static "$T/without"
HEDDLE_CC=gcc "$B/bin/heddle-cc" -pthread -o "$T/gcc" "$T/a.c" "$T/b.c"
refuses "has no bitcode.*HEDDLE_CC=clang" "$HEDDLE" static "$T/gcc"
objcopy --strip-all --remove-section .llvmbc "$T/both" "$T/stripped"
refuses "do not strip" "$HEDDLE" static "$T/stripped"
refuses "not an ELF file" "$HEDDLE" static "$T/a.c"
refuses "cannot read" "$HEDDLE" static "$T/nowhere"
refuses "not built with heddle-cc" "$HEDDLE" static /bin/true
refuses "which program" "$HEDDLE" static
head -c 3000 "$T/both" >"$T/truncated"
refuses "damaged|no bitcode|not built" "$HEDDLE" static "$T/truncated"
printf "no bitcode at all" >"$T/garbage"
objcopy --update-section .llvmbc="$T/garbage" "$T/both" "$T/broken"
refuses "cannot be used" "$HEDDLE" static "$T/broken"
objcopy --dump-section .llvmbc="$T/bitcode" "$T/both" /dev/null
printf '\xff\xff\xff' | dd of="$T/bitcode" bs=1 seek=200 conv=notrunc status=none
objcopy --update-section .llvmbc="$T/bitcode" "$T/both" "$T/broken"
run 2 "$HEDDLE" static "$T/broken"

# Each pair says which variable and member it is about, or where the memory is from.
cat >"$T/names.c" <<'END'
#include <pthread.h>
#include <stdlib.h>
struct point { int x, y; };
static struct { pthread_mutex_t lock; struct point at; int *block; } shared = {PTHREAD_MUTEX_INITIALIZER, {0, 0}, 0};
static struct point points[4];

static void *work(void *index)
{
	pthread_mutex_lock(&shared.lock);
	pthread_mutex_unlock(&shared.lock);
	shared.at.y++;
	points[(long)index].y++;
	++*shared.block;
	return 0;
}
int main(void)
{
	pthread_t a, b;
	shared.block = malloc(sizeof(int));
	pthread_create(&a, 0, work, 0);
	pthread_create(&b, 0, work, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
END
"$B/bin/heddle-cc" --compiler clang -g -O1 -pthread -o "$T/names" "$T/names.c" || fail "names.c"
run 0 "$HEDDLE" static --json "$T/names.json" "$T/names"
for name in shared.lock shared.at.y points.y 'memory allocated in main'; do
	grep -qE "^  (must|may) .*  $name\$" "$T/stdout" || fail "no pair is about $name: $(cat "$T/stdout")"
done
grep -q '"object": "shared.lock"' "$T/names.json" || fail "no names in JSON"
