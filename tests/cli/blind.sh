#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A library that was not rebuilt and that threads call: nothing is proved, and the verdict names it. One that was called
# only before there were threads, or that was rebuilt, makes no difference.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit

cat >bank.c <<'END'
static int balance;
int get(void) { return balance; }
void put(int n) { balance = n; }
void setup(void) { balance = 0; }
END
cat >teller.c <<'END'
#include <dlfcn.h>
#include <pthread.h>
int get(void);
void put(int n);
void setup(void);
static void *deposit(void *p)
{
#ifdef BY_NAME
	void (*by_name)(int) = (void (*)(int))dlsym(RTLD_DEFAULT, "put");
	by_name(1);
#elif defined BY_THREADS
	put(get() + 1);
#endif
	return p;
}
int main(void)
{
	pthread_t t[2];
	setup();
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, deposit, 0);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	return 0;
}
END
gcc -shared -fPIC -O1 -g -o libbank.so.1 bank.c -Wl,-soname,libbank.so.1
# prints TEXT: standard output of the last command has it.
prints() { grep -qF "$1" "$T/stdout" || { cat "$T/stdout" && fail "standard output does not say $1"; }; }
sentence='libbank.so.1 was not built with heddle-cc: memory accesses are invisible in it'

# build_teller OPTION…: the program.
build_teller()
{
	"$B/bin/heddle-cc" -O1 -g "$@" -o teller teller.c ./libbank.so.1 -Wl,-rpath,"$T" -pthread
}

for option in -DBY_THREADS -DBY_NAME; do
	build_teller $option
	run 0 "$HEDDLE" test -s chess -t 900 --json json --out o -- ./teller
	prints "nothing is left to try, but it is not proved that every schedule was tried: $sentence"
	[ "$(json json verdict)" = passed ] || fail "$option: $(json json verdict)"
	[ "$(json json proof.gaps.0)" = "$sentence" ] || fail "$option: gap $(json json proof.gaps.0)"
	run 0 "$HEDDLE" test -q -n 100 -t 900 --check none --json json --out o -- ./teller
	prints "$sentence"
	[ "$(json json not_rebuilt)" = '["libbank.so.1"]' ] || fail "$option: $(json json not_rebuilt)"
done

build_teller
run 0 "$HEDDLE" test -s chess -t 900 --json json --out o -- ./teller
[ "$(json json verdict)" = exhausted ] || fail "called before there are threads: $(json json verdict)"
[ "$(json json not_rebuilt)" = '[]' ] || fail "called before there are threads: $(json json not_rebuilt)"

"$B/bin/heddle-cc" -shared -fPIC -O1 -g -o libbank.so.1 bank.c -Wl,-soname,libbank.so.1
build_teller -DBY_THREADS
run 0 "$HEDDLE" test -s chess -t 900 --json json --out o -- ./teller
[ "$(json json verdict)" = exhausted ] || fail "rebuilt: $(json json verdict)"
