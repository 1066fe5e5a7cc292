#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# After a rebuild the failures known before are tried first, by their meaning, and told as still failing, fixed, failing again or
# not to be tried; and each keeps its folder. A lost update, a deadlock and a use after free in C, and a lost update in C++.
. "$(dirname "$0")/../lib.sh"
unset GITHUB_ACTIONS GITHUB_WORKSPACE CI_PROJECT_DIR
cd "$T" || exit
is() { [ "$(json "$1" "$2")" = "$3" ] || fail "$1: $2 is $(json "$1" "$2"), not $3"; }
folders() { find o -maxdepth 1 -name 'bug-*' -printf '%f\n' | sort | xargs; }
compile() # [OPTION]
{
	"$B/bin/heddle-cc" -g "${1:--O1}" -o bank bank.c -pthread &
	"$B/bin/heddle-c++" -g "${1:--O1}" -o shop shop.cpp -pthread
	wait $!
}

cat >bank.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int total;
static int *box;
static void *add(void *unused)
{
	int seen = total;
	total = seen + 1;
	return unused;
}
static void *move(void *unused)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_lock(&other);
	pthread_mutex_unlock(&other);
	pthread_mutex_unlock(&lock);
	return unused;
}
static void *move_back(void *unused)
{
	pthread_mutex_lock(&other);
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	pthread_mutex_unlock(&other);
	return unused;
}
static void *look(void *unused)
{
	pthread_mutex_lock(&lock);
	if (box)
		*box = 2;
	pthread_mutex_unlock(&lock);
	return unused;
}
static void *clear(void *unused)
{
	free(box);
	pthread_mutex_lock(&lock);
	box = 0;
	pthread_mutex_unlock(&lock);
	return unused;
}
static void both(void *(*first)(void *), void *(*second)(void *))
{
	pthread_t one, two;
	pthread_create(&one, 0, first, 0);
	pthread_create(&two, 0, second, 0);
	pthread_join(one, 0);
	pthread_join(two, 0);
}
int main(int argc, char **argv)
{
	assert(argc == 2);
	if (!strcmp(argv[1], "lost")) {
		both(add, add);
		assert(total == 2);
	} else if (!strcmp(argv[1], "stuck")) {
		both(move, move_back);
	} else {
		box = malloc(sizeof *box);
		both(look, clear);
	}
	return 0;
}
END
cat >shop.cpp <<'END'
#include <cassert>
#include <mutex>
#include <thread>
namespace shop {
class Till {
public:
	void pay(int amount)
	{
		int before = sum;
		sum = before + amount;
	}
	int content() const { return sum; }
private:
	std::mutex guard;
	int sum = 0;
};
}
int main()
{
	shop::Till till;
	std::thread one([&till] { till.pay(1); });
	std::thread two([&till] { till.pay(2); });
	one.join();
	two.join();
	assert(till.content() == 3);
}
END
compile

# search STATUS NAME OPTION… PROGRAM [ARGUMENT]: the results are in NAME.json and NAME.txt.
search()
{
	local status=$1 name=$2
	shift 2
	run "$status" "$HEDDLE" test -t 900 --out o --json "$name.json" "$@"
	mv "$T/stdout" "$name.txt"
}
# tells NAME STATE WORDS: the only failure that is known is in this state, and a line says so.
tells()
{
	is "$1.json" known.# 1
	is "$1.json" known.0.state "$2"
	[ "$(grep -c "^heddle: o/bug-[0-9] (.*): .*$3" "$1.txt")" = 1 ] || { cat "$1.txt"; fail "$1: not told in a line: $3"; }
}
all() # STATUS STATE WORDS OPTION…
{
	local status=$1 state=$2 words=$3 what
	shift 3
	for what in lost stuck freed; do
		search "$status" $what "$@" ./bank $what
		tells $what "$state" "$words"
	done
	search "$status" shop "$@" ./shop
	tells shop "$state" "$words"
	[ "$(folders)" = "bug-1 bug-2 bug-3 bug-4" ] || fail "the four bugs have the folders $(folders)"
}

for what in lost stuck freed; do
	search 1 $what --seed 1 ./bank $what
	is $what.json known.# 0
done
search 1 shop --seed 1 ./shop
[ "$(folders)" = "bug-1 bug-2 bug-3 bug-4" ] || fail "the four bugs have the folders $(folders)"
is stuck.json failures.0.kind deadlock
is freed.json failures.0.kind use-after-free

# The same build: the schedule is followed again, and the folder stays as it is. A seed asks for a search of its own.
cp -r o/bug-1 before
all 1 "still failing" "still failing"
is lost.json runs 0
diff -r o/bug-1 before || fail "the folder of a bug that was only replayed has changed"
search 1 lost --seed 2 ./bank lost
is lost.json known.# 0

# Lines are added above and in the functions, and the compiler does not optimise any more.
cp bank.c bank.first
sed -i -e '1i #include <stdio.h>\n/* moved down */' -e 's/^\tpthread_t one, two;/&\n\tputs("begins");/' \
	-e 's/^\tint seen = total;/\tputs("adds");\n&/' -e 's/^\tpthread_mutex_lock(&other);/\tputs("moves");\n&/' \
	-e 's/^\tif (box)/\tputs("looks");\n&/' bank.c
sed -i -e '1i #include <cstdio>\n' -e 's/^\t\tint before/\t\tputs("pays");\n&/' shop.cpp
compile -O0
all 1 "still failing" "still failing"
for what in lost stuck freed shop; do is $what.json runs 0; done
run 1 "$HEDDLE" replay o/bug-1
run 1 "$HEDDLE" replay o/bug-4

# Names are changed on the lines that matter: the bug stays the same one.
sed -i -e 's/\btotal\b/balance/g' -e 's/\bother\b/second_lock/g' -e 's/\bbox\b/place/g' bank.c
sed -i -e 's/\bsum\b/earned/g' shop.cpp
compile
all 1 "still failing" "still failing"

# The bugs are fixed: a lock is added, locks are taken in one order, and so on.
cp bank.c bank.bad && cp shop.cpp shop.bad
sed -i -e 's/^\tint seen = balance;/\tpthread_mutex_lock(\&lock);\n&/' -e 's/^\tbalance = seen + 1;/&\n\tpthread_mutex_unlock(\&lock);/' \
	-e '/^static void \*move_back/,/^}/{s/second_lock/LOCK/;s/&lock/\&second_lock/;s/LOCK/lock/}' \
	-e '/^static void \*clear/,/^}/{/free/d;s/\tplace = 0;/\tfree(place);\n&/}' bank.c
sed -i -e 's/^\t\tint before/\t\tstd::lock_guard<std::mutex> held(guard);\n&/' shop.cpp
compile
all 0 fixed "seems to be fixed: not seen in [0-9]* runs that went the same way" -n 20
# It is the same with another seed, and for the same seed the same.
search 0 lost -n 20 --seed 7 ./bank lost
tells lost fixed "seems to be fixed"

# And come back.
cp bank.bad bank.c && cp shop.bad shop.cpp
compile
all 1 regressed "failing again, after it had been fixed"
all 1 "still failing" "still failing"

# Without the functions nothing can be tried, and runs by chance do not prove that it is gone.
sed -i -e 's/\badd\b/put/g; s/\bmove_back\b/reverse/g; s/\bclear\b/drop/g' -e 's/assert(balance == 2)/assert(balance <= 2)/' \
	-e '/^static void \*reverse/,/^}/{s/second_lock/LOCK/;s/&lock/\&second_lock/;s/LOCK/lock/}' \
	-e '/^static void \*drop/,/^}/{/free/d;s/\tplace = 0;/\tfree(place);\n&/}' bank.c
sed -i -e 's/\bpay\b/take/g' -e 's/== 3/<= 3/' shop.cpp
compile
all 0 "cannot be tried" "cannot be tried: in this build there is no \`" -n 20 -s random
grep -qF 'no `add bank.c:' lost.txt || fail "the function is not named: $(cat lost.txt)"
grep -qF '`shop::Till::pay shop.cpp:' shop.txt || fail "the function is not named: $(cat shop.txt)"

# A change of the very operations that mattered: directed runs cannot tell, but a search that has tried all can. It tells of a regression, too.
cp "$ROOT/examples/lost_update.c" account.c
build_account() { "$B/bin/heddle-cc" -O1 -g -o account account.c -pthread; }
build_account
search 1 account --heap quarantine ./account # a search of all schedules does not use memory again
sed -i 's/^static int balance/static _Atomic int balance/' account.c
build_account
for again in "" again; do
	search 0 "gone$again" ./account
	is "gone$again.json" verdict exhausted
	is "gone$again.json" known.0.state fixed
	grep -q "^heddle: o/bug-[0-9]* (.*): fixed: every schedule was tried, and it is in none of them" "gone$again.txt" || fail "$(cat "gone$again.txt")"
done
search 0 unsure -n 5 -s random ./account
is unsure.json known.0.state "cannot be tried"
sed -i 's/^static _Atomic int balance/static int balance/' account.c
build_account
search 1 back ./account
is back.json known.0.state regressed
