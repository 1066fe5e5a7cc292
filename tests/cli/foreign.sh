#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A library that was not rebuilt synchronises with atomics that Heddle does not see. What it hands from thread to thread, and
# what it protects while it calls the program back, is no race; what has nothing to do with it still is one. It makes no
# difference whether it is a shared library or is linked into the program.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit

cat >queue.h <<'END'
void queue_put(void *item);	     /* a bounded queue without locks, */
void *queue_get(void);		     /* NULL: nothing there            */
void guarded(void (*call)(void));    /* calls it under a spinlock      */
void run_in_pool(void (*task)(int)); /* in two threads of its own; comes back when both are done */
struct operations {
	void (*put)(void *item);
	void *(*get)(void);
};
END
cat >queue.c <<'END'
#include <pthread.h>
#include <sched.h>
#include "queue.h"
#define SLOTS 4
static void *slots[SLOTS];
static unsigned next_put, next_get, done;
static char lock;
void queue_put(void *item)
{
	for (;;) {
		void *empty = 0;
		if (__atomic_compare_exchange_n(&slots[next_put % SLOTS], &empty, item, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
			break;
		sched_yield();
	}
	__atomic_fetch_add(&next_put, 1, __ATOMIC_RELAXED);
}
void *queue_get(void)
{
	void *item = __atomic_exchange_n(&slots[next_get % SLOTS], 0, __ATOMIC_ACQUIRE);
	if (item)
		__atomic_fetch_add(&next_get, 1, __ATOMIC_RELAXED);
	return item;
}
void guarded(void (*call)(void))
{
	while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE))
		sched_yield();
	call();
	__atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}
static void (*the_task)(int);
static void *worker(void *number)
{
	the_task((int)(long)number);
	__atomic_fetch_add(&done, 1, __ATOMIC_RELEASE);
	return 0;
}
void run_in_pool(void (*task)(int))
{
	pthread_t t;
	the_task = task;
	__atomic_store_n(&done, 0, __ATOMIC_RELAXED);
	for (long i = 0; i < 2; i++)
		if (!pthread_create(&t, 0, worker, (void *)i))
			pthread_detach(t);
	while (__atomic_load_n(&done, __ATOMIC_ACQUIRE) != 2)
		sched_yield();
}
struct operations queue_operations = {queue_put, queue_get};
END
gcc -O1 -g -Wall -Wextra -fPIC -shared -pthread -o libqueue.so queue.c
gcc -O2 -Wall -Wextra -pthread -c queue.c && ar rc libinside.a queue.o

cat >program.c <<'END'
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include "queue.h"
#ifdef RACY
#define RACY_OR(wrong, right) wrong
#else
#define RACY_OR(wrong, right) right
#endif
#define ITEMS 3
static int total, results[2], forgotten;
static void (*put)(void *);
static void *(*get)(void);

static void add_up(void)
{
	total++;
}
static void task(int i)
{
	results[i] = i;
	if (RACY_OR(1, 0))
		forgotten++; /* race */
}
static void *producer(void *unused)
{
	for (int i = 0; i < ITEMS; i++) {
		int *item = malloc(sizeof *item);
		if (!item)
			abort();
		*item = i;
		put(item);
		guarded(add_up);
	}
	return unused;
}
static void *consumer(void *unused)
{
	for (int n = 0; n < ITEMS;) {
		int *item = get();
		if (item) {
			if (*item != n++)
				abort();
			*item = 0;
			free(item);
		} else {
			sched_yield();
		}
		guarded(add_up);
	}
	return unused;
}
int main(void)
{
	pthread_t t, u;
#if defined BY_SYMBOL
	void *lib = dlopen("./libqueue.so", RTLD_NOW);
	put = lib ? (void (*)(void *))dlsym(lib, "queue_put") : NULL;
	get = lib ? (void *(*)(void))dlsym(lib, "queue_get") : NULL;
	if (!put || !get)
		abort();
#elif defined BY_TABLE
	extern struct operations queue_operations;
	put = queue_operations.put;
	get = queue_operations.get;
#else
	put = queue_put;
	get = queue_get;
#endif
	run_in_pool(task);
	if (results[0] + results[1] != 1)
		abort();
	pthread_create(&t, NULL, producer, NULL);
	pthread_create(&u, NULL, consumer, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return total < ITEMS;
}
END

# tells N COMPILER OPTION…: so many races. LIBRARY: the queue's.
LIBRARY=queue
tells()
{
	local n=$1 compiler=$2
	shift 2
	HEDDLE_CC=$compiler "$B/bin/heddle-cc" -O1 -g -pthread "$@" -o program program.c -L. -l$LIBRARY -Wl,-rpath,"$T"
	run 0 ./program
	run 0 "$HEDDLE" test -q -n 150 -t 900 --check race --json json --out out -- ./program
	[ "$(json json runs)" -ge 50 ] || fail "$*: only $(json json runs) runs"
	[ "$(json json findings.#)" = "$n" ] || fail "$*: $(json json findings) instead of $n"
}
for compiler in gcc clang; do
	tells 0 $compiler
	tells 0 $compiler -fno-plt
	tells 0 $compiler -DBY_SYMBOL
	tells 0 $compiler -DBY_TABLE
	tells 1 $compiler -DRACY
	grep -q '"task [^"]*program.c' json || fail "the race that has nothing to do with the library is told elsewhere"
	LIBRARY=inside
	tells 0 $compiler
	grep -q 'synchronises by instructions that Heddle does not see' "$T/stdout" || fail "does not say what it has not seen"
	tells 0 $compiler -no-pie -DBY_TABLE
	tells 1 $compiler -DRACY
	LIBRARY=queue
done
