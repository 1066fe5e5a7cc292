#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# heddle test --explain-sets on the programs in tests/sets: which atomic sets and units of work are inferred, and why.
# The expected output is in tests/cli/golden/sets_NAME.txt.
. "$(dirname "$0")/../lib.sh"

golden()
{
	local file=$ROOT/tests/cli/golden/$1
	[ -z "${UPDATE:-}" ] || cp "$2" "$file"
	diff -u "$file" "$2" || fail "other sets than in $file"
}

# explain SOURCE COMPILER OPTION…: what is said of it, without the summary.
explain()
{
	local source=$1 compiler=$2
	shift 2
	HEDDLE_CC=$compiler "$B/bin/heddle-cc" -g -O1 -I"$ROOT/include" -o "$T/program" "$source" -lpthread
	run 0 "$HEDDLE" test --explain-sets -q -n 300 -t 900 --seed 1 --out "$T/out" "$@" -- "$T/program"
	grep -v '^heddle:' "$T/stdout" >"$T/sets"
}

for source in "$ROOT"/tests/sets/*.c; do
	name=$(basename "$source" .c)
	for compiler in gcc clang; do
		explain "$source" "$compiler"
		golden "sets_$name.txt" "$T/sets"
	done
done

# A library that was rebuilt is the program's own, and who only uses it has no operations on its objects.
cat >"$T/bank.c" <<'END'
#include <pthread.h>
#include <stdlib.h>
struct bank { pthread_mutex_t lock; int in, out; };
struct bank *bank_new(void) { struct bank *b = calloc(1, sizeof *b); pthread_mutex_init(&b->lock, 0); return b; }
void bank_put(struct bank *b, int *to, int n) { pthread_mutex_lock(&b->lock); *to += n; pthread_mutex_unlock(&b->lock); }
void bank_pay(struct bank *b, int n) { bank_put(b, &b->in, n); bank_put(b, &b->out, n); }
END
cat >"$T/user.c" <<'END'
#include <pthread.h>
struct bank;
struct bank *bank_new(void);
void bank_pay(struct bank *, int);
void session(struct bank *b) { bank_pay(b, 1); bank_pay(b, 2); }
static void *thread(void *b) { session(b); return b; }
int main(void)
{
	pthread_t t[2];
	struct bank *b = bank_new();
	for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, thread, b);
	for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
	return 0;
}
END
"$B/bin/heddle-cc" -g -O2 -fPIC -shared -o "$T/libbank.so" "$T/bank.c" -lpthread
"$B/bin/heddle-cc" -g -O2 -o "$T/program" "$T/user.c" -L"$T" -lbank -Wl,-rpath,"$T" -lpthread
run 0 "$HEDDLE" test --explain-sets -n 300 -t 900 --seed 1 -q --out "$T/out" -- "$T/program"
grep -q 'unit bank_pay bank.c:6: an operation on bank' "$T/stdout" && ! grep -q session "$T/stdout" ||
	fail "the library's sets: $(cat "$T/stdout")"
grep -q 'bank A.in' "$T/out/findings.txt" || fail "the library's violation"

# C++, at all levels of optimisation: with -O2 functions are in several pieces, and the lambda is no function any more.
for flags in -O0 -O1 -O2; do
	"$B/bin/heddle-c++" -g $flags -std=c++17 -o "$T/stock" "$ROOT/tests/sets/stock.cpp" -lpthread
	run 0 "$HEDDLE" test --explain-sets -n 300 -t 900 --seed 1 -q --out "$T/out" -- "$T/stock"
	for unit in add move free; do
		grep -q "unit shop::Stock::$unit stock.cpp.*operation on shop::Stock" "$T/stdout" || fail "$flags, $unit: $(cat "$T/stdout")"
	done
	grep -q 'in the course of shop::Stock::move' "$T/out/findings.txt" || fail "$flags: the violation of move()"
done

# However processes are made new, the same is inferred.
for reset in place fork exec; do
	run 0 "$HEDDLE" test --explain-sets -n 30 -t 900 --seed 1 -q --reset $reset --out "$T/out" -- "$T/program"
	grep -v '^heddle:' "$T/stdout" >"$T/sets.$reset"
	diff "$T/sets.place" "$T/sets.$reset" || fail "other sets with --reset $reset"
done

# The account of both papers is found. Marathon's transfers and counter are clean …
explain "$ROOT/tests/sets/account.c" gcc -n 2000
run 0 "$HEDDLE" test --check atomic-sets -n 2000 -t 900 -q --seed 1 --json "$T/json" --out "$T/out" -- "$T/program"
grep -q 'account_copy.*account A.checking.*account_credit' <(unfolded "$T/out/findings.txt") || fail "the account's violation is not found"
# … and told like other causes: which accesses of the one unit come between which of the other, and what is to be done.
cause=$(json "$T/json" findings.0.cause)
line() { grep -n "$1" "$ROOT/tests/sets/account.c" | cut -d: -f1; }
for part in "account.c:$(line 'a->checking = from->checking') (reads account A.checking)" \
	"account.c:$(line 'a->savings = from->savings') (reads account A.savings)" \
	"account.c:$(line 'a->checking \*= 2') (thread 1 (creditor) writes account A.checking)" \
	"in the course of account_credit(), run between" "of thread 2 (copier), in the course of account_copy()"; do
	case $cause in *"$part"*) ;; *) fail "the cause does not say \"$part\": $cause" ;; esac
done
[ "$(json "$T/json" findings.0.remedy)" = "let account_copy() do all of it in one critical section: account A.lock is given back in between" ] ||
	fail "the remedy: $(json "$T/json" findings.0.remedy)"
# … and so are the others: what they do apart does not belong together.
for name in transfer owned waits elements; do
	explain "$ROOT/tests/sets/$name.c" gcc -n 2000
	! grep -q finding "$T/stdout" || fail "$name: $(cat "$T/out/findings.txt")"
done
