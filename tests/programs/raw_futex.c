/* SPDX-License-Identifier: Apache-2.0
 * raw_futex.c: every futex operation, by code that enters the kernel with an instruction of its own.
 * EXPECT: passed
 * ARGS: -n 500
 * DETERMINISM: 30 */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define ALL	 2
#define MS	 1000000L
#define WAITS_MS 20

static _Atomic uint32_t gate, second, turn, pi;
static atomic_int woken, asleep_on_gate;
static int guarded;

static long raw(long number, long a, long b, long c, long d, long e, long f)
{
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	register long r9 __asm__("r9") = f;
	long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
			 : "rcx", "r11", "memory");
	return result;
}

static long futex(_Atomic uint32_t *word, int operation, long value, const void *time,
		  _Atomic uint32_t *other, long value3)
{
	return raw(SYS_futex, (long)word, operation, value, (long)time, (long)other, value3);
}

static long futex_count(_Atomic uint32_t *word, int operation, long value, long count,
			_Atomic uint32_t *other, long value3)
{
	return raw(SYS_futex, (long)word, operation, value, count, (long)other, value3);
}

static void run_threads(void *(*body)(void *), void (*meanwhile)(void))
{
	pthread_t t[ALL];

	for (long i = 0; i < ALL; i++)
		assert(!pthread_create(&t[i], NULL, body, (void *)i));
	meanwhile();
	for (int i = 0; i < ALL; i++)
		pthread_join(t[i], NULL);
}

/* ---- wait and wake, with and without bits ---- */

static void *wait_for_turn(void *arg)
{
	long bit = 1L << (long)arg;
	uint32_t seen;

	while (!((seen = atomic_load(&turn)) & bit)) {
		long result = futex(&turn, FUTEX_WAIT_BITSET_PRIVATE, seen, NULL, NULL, bit);

		assert(result == 0 || result == -EAGAIN);
	}
	atomic_fetch_add(&woken, 1);
	return NULL;
}

static void give_turns(void)
{
	for (int i = 0; i < ALL; i++) {
		atomic_fetch_or(&turn, 1u << i);
		assert(futex(&turn, FUTEX_WAKE_BITSET_PRIVATE, INT_MAX, NULL, NULL, 1L << i) <= 1);
	}
	assert(futex(&turn, FUTEX_WAKE_BITSET, 1, NULL, NULL, 0) == -EINVAL);
}

/* ---- requeue: all wait at one word, one is woken and the rest moved to another ---- */

static void *wait_at_gate(void *arg)
{
	atomic_fetch_add(&asleep_on_gate, 1);
	while (!atomic_load(&gate) && futex(&gate, FUTEX_WAIT, 0, NULL, NULL, 0) != -EAGAIN)
		;
	while (atomic_load(&second) < 2 && atomic_load(&second))
		futex(&second, FUTEX_WAIT, 1, NULL, NULL, 0);
	atomic_fetch_add(&woken, 1);
	return arg;
}

static void open_gate(void)
{
	while (atomic_load(&asleep_on_gate) < ALL)
		raw(SYS_sched_yield, 0, 0, 0, 0, 0, 0);
	assert(futex_count(&gate, FUTEX_CMP_REQUEUE, 1, INT_MAX, &second, 7) == -EAGAIN);
	atomic_store(&gate, 1);
	assert(futex_count(&gate, FUTEX_CMP_REQUEUE, 1, INT_MAX, &second, 1) <= ALL);
	atomic_store(&second, 2);
	futex(&second, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
	assert(futex_count(&gate, FUTEX_REQUEUE, 1, 1, &second, 0) == 0);
}

/* ---- change one word and wake on two ---- */

static void wake_op(void)
{
	atomic_store(&second, 5);
	assert(futex_count(&gate, FUTEX_WAKE_OP, 1, 1, &second,
			   FUTEX_OP(FUTEX_OP_ADD, 3, FUTEX_OP_CMP_GT, 4)) == 0);
	assert(atomic_load(&second) == 8);
	assert(futex_count(&gate, FUTEX_WAKE_OP, 1, 1, &second,
			   FUTEX_OP(FUTEX_OP_SET, -1, FUTEX_OP_CMP_EQ, 8)) == 0);
	assert(atomic_load(&second) == (uint32_t)-1);
	assert(futex_count(&gate, FUTEX_WAKE_OP, 1, 1, &second,
			   FUTEX_OP((FUTEX_OP_ANDN | FUTEX_OP_OPARG_SHIFT), 4, FUTEX_OP_CMP_LT, 0)) == 0);
	assert(atomic_load(&second) == (uint32_t)~16);
}

/* ---- locks that the kernel hands over ---- */

static void *count_under_lock(void *arg)
{
	uint32_t free_word = 0, own = (uint32_t)raw(SYS_gettid, 0, 0, 0, 0, 0, 0), held = own;

	if (!atomic_compare_exchange_strong(&pi, &free_word, own))
		assert(futex(&pi, FUTEX_LOCK_PI_PRIVATE, 0, NULL, NULL, 0) == 0);
	assert((atomic_load(&pi) & FUTEX_TID_MASK) == own);
	assert(futex(&pi, FUTEX_TRYLOCK_PI_PRIVATE, 0, NULL, NULL, 0) == -EDEADLK);
	guarded++;
	if (!atomic_compare_exchange_strong(&pi, &held, 0))
		assert(futex(&pi, FUTEX_UNLOCK_PI_PRIVATE, 0, NULL, NULL, 0) == 0);
	return arg;
}

static void no_more(void)
{
}

/* ---- times and errors ---- */

/* A wait may also end for no reason. */
static long wait_for_nobody(int operation, const struct timespec *time, long value3)
{
	long result;

	do
		result = futex(&gate, operation, 0, time, NULL, value3);
	while (result == 0);
	return result;
}

static void times(void)
{
	struct timespec relative = {0, WAITS_MS * MS}, until, wrong = {0, 1000 * MS}, now;

	atomic_store(&gate, 0);
	clock_gettime(CLOCK_MONOTONIC, &until);
	assert(wait_for_nobody(FUTEX_WAIT, &relative, 0) == -ETIMEDOUT);
	clock_gettime(CLOCK_MONOTONIC, &now);
	assert((now.tv_sec - until.tv_sec) * 1000 + (now.tv_nsec - until.tv_nsec) / MS >= WAITS_MS - 1);
	assert(wait_for_nobody(FUTEX_WAIT_BITSET, &until, -1) == -ETIMEDOUT);
	clock_gettime(CLOCK_REALTIME, &until);
	assert(wait_for_nobody(FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME, &until, -1) == -ETIMEDOUT);
	assert(futex(&gate, FUTEX_WAIT, 0, &wrong, NULL, 0) == -EINVAL);
	assert(futex(&gate, FUTEX_WAIT_BITSET, 0, NULL, NULL, 0) == -EINVAL);
	assert(futex(&gate, FUTEX_WAIT, 1, NULL, NULL, 0) == -EAGAIN);
	assert(raw(SYS_futex, (long)&gate + 1, FUTEX_WAIT, 0, 0, 0, 0) == -EINVAL);
	assert(futex(NULL, FUTEX_WAIT, 0, NULL, NULL, 0) == -EFAULT);
	assert(futex(&gate, FUTEX_UNLOCK_PI, 0, NULL, NULL, 0) == -EPERM);
}

/* ---- several words at once ---- */

static void *wait_for_either(void *arg)
{
	struct futex_waitv both[2] = {{.uaddr = (uintptr_t)&gate, .flags = FUTEX_32 | FUTEX_PRIVATE_FLAG},
				      {.uaddr = (uintptr_t)&second, .flags = FUTEX_32 | FUTEX_PRIVATE_FLAG}};

	while (!atomic_load(&second)) {
		long result = raw(SYS_futex_waitv, (long)both, 2, 0, 0, CLOCK_MONOTONIC, 0);

		assert(result == 1 || result == 0 || result == -EAGAIN);
	}
	return arg;
}

static void change_second(void)
{
	atomic_store(&second, 1);
	assert(futex(&second, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0) <= ALL);
}

int main(void)
{
	run_threads(wait_for_turn, give_turns);
	assert(atomic_load(&woken) == ALL);
	run_threads(wait_at_gate, open_gate);
	assert(atomic_load(&woken) == 2 * ALL);
	wake_op();
	run_threads(count_under_lock, no_more);
	assert(guarded == ALL && atomic_load(&pi) == 0);
	times();
	atomic_store(&second, 0);
	run_threads(wait_for_either, change_second);
	return 0;
}
