#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A program that was not rebuilt is tested at its synchronisation operations, and heddle says so. What cannot be tested
# is refused with a sentence that says why.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit

# Its synchronisation is explored, its accesses are not.
gcc -O1 -g -o plain "$(source_of deadlock_abba)" -pthread
run 1 "$HEDDLE" test -t 900 --json json --out o -- ./plain
says 'plain was not built with heddle-cc: its memory accesses are invisible, only its synchronisation is explored'
[ "$(json json failures.0.kind)" = deadlock ] || fail "found $(json json failures.0.kind)"
run 1 "$HEDDLE" replay --times 20 o/bug-1
gcc -O1 -g -o racy "$(source_of lost_update)" -pthread
run 0 "$HEDDLE" test -n 300 -t 900 --out o -- ./racy
says 'only its synchronisation is explored'

# Programs as Debian ships them do their work, with threads and without, and leave the right result. One worker: two would
# write to the same file.
seq 20000 >numbers
run 0 "$HEDDLE" test -j 1 -n 5 -t 900 --out o -- xz -T2 --block-size=32KiB -kf numbers
says 'xz was not built with heddle-cc'
xz -dc numbers.xz | cmp - numbers || fail "xz compressed wrongly"
run 0 "$HEDDLE" test -j 1 -n 5 -t 900 --out o -- sort --parallel=2 -S 200K -rn numbers -o sorted
sort -rn numbers | cmp - sorted || fail "sort sorted wrongly"
run 0 "$HEDDLE" test -n 5 -t 900 --out o -- perl -e 'exit 0'
run 1 "$HEDDLE" test -n 5 -t 900 --out o -- perl -e 'exit 3'

# A library that was not rebuilt within a program that was.
cat >bank.c <<'END'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;
int get(void) { pthread_mutex_lock(&lock); int n = balance; pthread_mutex_unlock(&lock); return n; }
void put(int n) { pthread_mutex_lock(&lock); balance = n; pthread_mutex_unlock(&lock); }
END
cat >teller.c <<'END'
#include <assert.h>
#include <pthread.h>
int get(void);
void put(int n);
static void *deposit(void *p) { put(get() + 1); return p; }
int main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, deposit, 0);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	assert(get() == 2);
}
END
gcc -shared -fPIC -O1 -g -o libbank.so bank.c -pthread
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -o teller teller.c -L. -lbank -Wl,-rpath,"$T" -pthread
run 1 "$HEDDLE" test -t 900 --json json --out o2 -- ./teller
[ "$(json json failures.0.kind)" = assert ] || fail "found $(json json failures.0.kind)"
! grep -q 'not built with' "$T/stderr" || fail "complains about the library"
run 1 "$HEDDLE" replay --times 20 o2/bug-1

# One that makes threads by "the next pthread_create", which libc would say is its own.
cat >maker.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
int make(pthread_t *t, void *(*f)(void *))
{
	int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) = dlsym(RTLD_NEXT, "pthread_create");
	return next(t, 0, f, 0);
}
END
sed -i 's/pthread_create(&t\[i\], 0, deposit, 0)/make(\&t[i], deposit)/; s/^int get(void);/int get(void);\nint make(pthread_t *, void *(*)(void *));/' teller.c
gcc -shared -fPIC -O1 -g -o libmaker.so maker.c
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -o teller teller.c -L. -lbank -lmaker -Wl,-rpath,"$T" -pthread
run 1 "$HEDDLE" test -t 900 --json json --out o3 -- ./teller
[ "$(json json failures.0.kind)" = assert ] || fail "found $(json json failures.0.kind)"
run 1 "$HEDDLE" replay --times 5 o3/bug-1

# What cannot be tested at all.
printf 'int main(void) { return 0; }\n' >null.c
gcc -o null null.c
gcc -static -o static null.c
gcc -static-pie -fPIE -o static-pie null.c
gcc -shared -fPIC -o library.so null.c
for file in static static-pie; do
	refuses 'statically linked, so the runtime cannot be loaded into it; link it without -static' "$HEDDLE" test ./$file
done
refuses 'library, not a program' "$HEDDLE" test ./library.so
cp null setuid && chmod u+s setuid
cp null setgid && chmod g+s setgid
refuses 'gains privileges when started' "$HEDDLE" test ./setuid
refuses 'gains privileges when started' "$HEDDLE" test ./setgid
if cp null capable && setcap cap_net_raw+ep capable 2>/dev/null; then
	refuses 'gains privileges when started' "$HEDDLE" test ./capable
fi
printf '#!/bin/sh\nexec ./null\n' >script && chmod +x script
refuses 'it is a script; pass the program that it starts' "$HEDDLE" test ./script
printf 'hello\n' >text && chmod +x text
refuses 'no ELF program' "$HEDDLE" test ./text
cp null plain-file && chmod -x plain-file
refuses 'not executable' "$HEDDLE" test ./plain-file
head -c 3000 null >half && chmod +x half
refuses 'truncated' "$HEDDLE" test ./half
refuses 'no regular file' "$HEDDLE" test /dev/null
refuses 'directory' "$HEDDLE" test /tmp
