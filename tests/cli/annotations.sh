#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# include/heddle.h and --project: both say the same; the header compiles in every dialect, leaves a program as it is and
# needs nothing of Heddle; what is wrong in a project file is told with its line and, where there is one, a suggestion.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit

cat >plain.c <<'END'
#include <pthread.h>
struct account { int checking, savings; long hits; };
struct account acc;
int credits, debits;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void account_add(struct account *x) { x->checking += 1; x->savings += 1; x->hits += 1; }
void pay(void)
{
	pthread_mutex_lock(&m);
	account_add(&acc);
	credits++;
	debits++;
	pthread_mutex_unlock(&m);
}
static void *worker(void *p) { pay(); return p; }
int main(void)
{
	pthread_t t[2];
	int i;
	for (i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
	for (i = 0; i < 2; i++) pthread_join(t[i], 0);
	return acc.checking + acc.savings == 4 ? 0 : 1;
}
END
cat >said.c <<'END'
#include "heddle.h"
HEDDLE_ATOMIC_SET(account, (checking, savings));
HEDDLE_ATOMIC_SET_OF((credits, debits));
HEDDLE_IGNORE(struct account, hits);
HEDDLE_NOT_UNIT(account_add);
HEDDLE_UNIT_FOR(pay, (account, credits));
HEDDLE_UNIT(nobody_calls_it);
HEDDLE_OWNED(nothing, at);
HEDDLE_NOT_OWNED(nothing, all);
HEDDLE_IGNORE_ALL(nothing);
HEDDLE_IGNORE_FUNCTION(nothing);
END
cat plain.c >>said.c
cat >project.conf <<'END'
# the same, for code that must not be touched
set account: checking, savings
set: credits, debits
ignore account.hits
not-unit account_add
unit pay for account, credits
END

# Without Heddle: any dialect, no warning, the same program, nothing to link, nothing loaded.
for compiler in gcc clang; do
	for standard in c89 c99 c11 c17; do
		"$compiler" -std=$standard -pedantic -Wall -Wextra -Werror -I"$ROOT/include" -fsyntax-only said.c
	done
	for standard in c++98 c++11 c++14 c++17 c++20; do
		"$compiler" -x c++ -std=$standard -pedantic -Wall -Wextra -Werror -I"$ROOT/include" -fsyntax-only said.c
	done
	"$compiler" -I"$ROOT/include" -o said said.c -pthread
	run 0 ./said
done
gcc -O2 -I"$ROOT/include" -c -o said.o said.c
gcc -O2 -c -o plain.o plain.c
text() { objdump -d "$1" | sed -n '/^[0-9a-f]* </,$p' && readelf -sW "$1" | awk '$4 != "FILE" && $4 != "SECTION" { print $3, $4, $5, $8 }'; }
[ "$(text said.o)" = "$(text plain.o)" ] || fail "annotations change the code"
readelf -SW said.o | grep '\.heddle ' | grep -v ' A ' >/dev/null || fail "annotations are loaded"
gcc -DHEDDLE_OFF -I"$ROOT/include" -c -o off.o said.c
! readelf -SW off.o | grep heddle >/dev/null || fail "HEDDLE_OFF leaves something"

# With Heddle: the header and the file say the same.
explain()
{
	run 0 "$HEDDLE" test --explain-sets -q -n 100 -t 900 --seed 1 --out out "$@"
	grep -v '^heddle:' stdout | sed -E 's/[a-z]*\.c:[0-9]+/SOURCE/' >"$T/sets"
}
"$B/bin/heddle-cc" -g -O1 -I"$ROOT/include" -o said said.c -pthread
"$B/bin/heddle-cc" -g -O1 -o plain plain.c -pthread
explain ./said && cp sets said.txt
explain --project project.conf ./plain && cp sets plain.txt
diff said.txt plain.txt || fail "heddle.h and the project file differ"
grep -q 'not hits: declared' said.txt && grep -q 'unit pay SOURCE: declared' said.txt || fail "declarations have no effect: $(cat said.txt)"
! grep -q 'unit account_add' said.txt || fail "not-unit has no effect"
explain ./plain
grep -q 'unit account_add.*operation on account' sets || fail "without declarations: $(cat sets)"

# What is wrong.
wrong()
{
	printf '# first line\n%s\n' "$2" >wrong.conf
	refuses "wrong.conf:2: $1" "$HEDDLE" test --project wrong.conf -q -n 1 --out out ./plain
}
wrong 'there is no declaration .units.; did you mean .unit.\?' 'units pay'
wrong 'there is no type or variable .acount.; did you mean .account.\?' 'set acount: checking'
wrong 'account has no member .saving.; did you mean .savings.\?' 'set account: saving'
wrong 'there is no function .pai.; did you mean .pay.\?' 'not-unit pai'
wrong '.account. is no TYPE.MEMBER' 'owned account'
wrong '.credits. is no structure' 'set credits: a'
refuses 'cannot read nosuch.conf' "$HEDDLE" test --project nosuch.conf -q -n 1 --out out ./plain
printf 'unit something_else_entirely\n' >other.conf # may be another program's
run 0 "$HEDDLE" test --project other.conf -q -n 1 --out out ./plain
says 'note: other.conf:1: there is no function'
