/* SPDX-License-Identifier: Apache-2.0
 * More of systematic_states.c: loops that spin or yield, atomics, and other ways to use what is there. */
#include "systematic_states.h"

/* ---- threads that yield ---- */

static void *yields(void *me)
{
	int v = x;

	sched_yield();
	x = v + 1 + (int)(long)me;
	return NULL;
}

static void *yields_in_lock(void *me)
{
	pthread_mutex_lock(&m);
	sched_yield();
	note((int)(long)me);
	pthread_mutex_unlock(&m);
	sched_yield();
	return NULL;
}

static void *yields_for_flag(void *me)
{
	if (!me) {
		x = 1;
		atomic_store(&a, 1);
		x = 2;
		return NULL;
	}
	while (!atomic_load(&a))
		sched_yield();
	y = x;
	return NULL;
}

/* ---- threads that spin ---- */

static void *spins_for_flag(void *me)
{
	if (!me) {
		atomic_store(&b, 1);
		atomic_store(&a, 1);
		atomic_store(&b, 2);
		return NULL;
	}
	while (!atomic_load(&a))
		;
	order[(long)me] = atomic_load(&b);
	return NULL;
}

/* Either write lets it go on, and it sees which. */
static void *spins_for_two(void *me)
{
	if ((long)me == 1)
		atomic_store(&a, 1);
	if ((long)me == 2)
		atomic_store(&b, 1);
	if (me)
		return NULL;
	while (!atomic_load(&a) && !atomic_load(&b))
		;
	x = atomic_load(&a) + 2 * atomic_load(&b);
	return NULL;
}

static void *spins_for_sum(void *me)
{
	if (me) {
		atomic_store((long)me == 1 ? &a : &b, (int)(long)me);
		return NULL;
	}
	while (atomic_load(&a) + atomic_load(&b) < 2)
		;
	x = atomic_load(&a);
	return NULL;
}

static void *compare_lock(void *me)
{
	for (int free = 0; !atomic_compare_exchange_strong(&a, &free, 1); free = 0)
		;
	note(1 + (int)(long)me);
	atomic_store(&a, 0);
	return NULL;
}

static void *exchange_lock(void *me)
{
	while (atomic_exchange(&a, 1))
		;
	note(1 + (int)(long)me);
	atomic_store(&a, 0);
	return NULL;
}

static void *ticket_lock(void *me)
{
	int mine = atomic_fetch_add(&a, 1);

	while (atomic_load(&b) != mine)
		;
	note(1 + (int)(long)me);
	atomic_store(&b, mine + 1);
	return NULL;
}

static void *try_lock_loop(void *me)
{
	while (pthread_mutex_trylock(&m))
		;
	note(1 + (int)(long)me);
	pthread_mutex_unlock(&m);
	return NULL;
}

static void *try_lock_yields(void *me)
{
	while (pthread_mutex_trylock(&m))
		sched_yield();
	note(1 + (int)(long)me);
	pthread_mutex_unlock(&m);
	return NULL;
}

static void *polite_pair(void *me)
{
	atomic_store(me ? &a : &b, 1);
	while (!atomic_load(me ? &b : &a))
		sched_yield();
	note((int)(long)me);
	return NULL;
}

/* A loop that gives up after some rounds: they are different. */
static void *gives_up(void *me)
{
	int rounds = 0;

	if (!me) {
		atomic_store(&a, 1);
		return NULL;
	}
	while (!atomic_load(&a) && rounds < 3)
		rounds++;
	x = rounds;
	return NULL;
}

/* ---- atomics ---- */

static void *compare_add(void *me)
{
	int old = atomic_load(&a);

	while (!atomic_compare_exchange_strong(&a, &old, 2 * old + 1 + (int)(long)me))
		;
	return NULL;
}

static void *weak_add(void *me)
{
	int old = atomic_load(&a);

	while (!atomic_compare_exchange_weak(&a, &old, 2 * old + 1 + (int)(long)me))
		;
	return NULL;
}

static void *bits(void *me)
{
	atomic_fetch_xor(&a, 3);
	atomic_fetch_and(&a, me ? 6 : 5);
	atomic_fetch_or(&a, me ? 8 : 16);
	return NULL;
}

static void *swaps(void *me)
{
	atomic_fetch_add(&b, atomic_exchange(&a, 1 + (int)(long)me));
	return NULL;
}

static void *messages(void *me)
{
	if (!me) {
		atomic_store(&a, 1);
		atomic_store(&b, 1);
		return NULL;
	}
	order[0] = atomic_load(&b);
	order[1] = atomic_load(&a);
	return NULL;
}

static void *load_buffers(void *me)
{
	order[(long)me] = atomic_load(me ? &a : &b);
	atomic_store(me ? &b : &a, 1);
	return NULL;
}

static void *causes(void *me)
{
	if (!me)
		atomic_store(&a, 1);
	else if ((long)me == 1)
		atomic_store(&b, atomic_load(&a));
	else
		order[0] = 2 * atomic_load(&b) + atomic_load(&a);
	return NULL;
}

/* ---- locks ---- */

static void *writers(void *me)
{
	pthread_rwlock_wrlock(&rw);
	note(1 + (int)(long)me);
	pthread_rwlock_unlock(&rw);
	return NULL;
}

static void *read_tries(void *me)
{
	if (!me) {
		pthread_rwlock_wrlock(&rw);
		x = 1;
		pthread_rwlock_unlock(&rw);
	} else if (!pthread_rwlock_tryrdlock(&rw)) {
		order[0] = 1 + x;
		pthread_rwlock_unlock(&rw);
	}
	return NULL;
}

static void *write_tries(void *me)
{
	if (!pthread_rwlock_trywrlock(&rw)) {
		note(1 + (int)(long)me);
		pthread_rwlock_unlock(&rw);
	}
	return NULL;
}

static void *same_order(void *me)
{
	pthread_mutex_lock(&m);
	note(1 + (int)(long)me);
	pthread_mutex_lock(&m2);
	x = (int)(long)me;
	pthread_mutex_unlock(&m);
	y = x;
	pthread_mutex_unlock(&m2);
	return NULL;
}

static void *spin_tries(void *me)
{
	if (!pthread_spin_trylock(&spin)) {
		note(1 + (int)(long)me);
		pthread_spin_unlock(&spin);
	}
	return NULL;
}

static void *locks_and_atomics(void *me)
{
	atomic_fetch_add(&a, 1);
	pthread_mutex_lock(&m);
	note(atomic_load(&a) + 10 * (int)(long)me);
	pthread_mutex_unlock(&m);
	return NULL;
}

static void *checks_twice(void *me)
{
	if (atomic_load(&a))
		return NULL;
	pthread_mutex_lock(&m);
	if (!atomic_load(&a)) {
		x = 1 + (int)(long)me;
		atomic_store(&a, 1);
	}
	pthread_mutex_unlock(&m);
	return NULL;
}

/* ---- semaphores, conditions, barriers ---- */

static void *sem_tries(void *me)
{
	if (!me) {
		sem_post(&sem);
		return NULL;
	}
	x = sem_trywait(&sem) ? 1 : 2;
	return NULL;
}

static void *sem_mutex(void *me)
{
	if (!me)
		sem_post(&sem);
	sem_wait(&sem);
	note(1 + (int)(long)me);
	sem_post(&sem);
	return NULL;
}

static void *ping_pong(void *me)
{
	pthread_mutex_lock(&m);
	for (int i = 0; i < 2; i++) {
		while (x % 2 != (int)(long)me)
			pthread_cond_wait(&c, &m);
		x++;
		if (atomic_fetch_add(&a, 1) == 1)
			y = (int)(long)me;
		pthread_cond_signal(&c);
	}
	pthread_mutex_unlock(&m);
	atomic_exchange(&b, 1 + (int)(long)me);
	return NULL;
}

static void *may_be_lost(void *me)
{
	if (!me) {
		pthread_cond_signal(&c);
		atomic_store(&a, 1);
		pthread_mutex_lock(&m);
		y++;
		pthread_cond_signal(&c);
		pthread_mutex_unlock(&m);
		return NULL;
	}
	pthread_mutex_lock(&m);
	x = atomic_load(&a);
	if (!y)
		pthread_cond_wait(&c, &m);
	order[0] = 1 + y;
	pthread_mutex_unlock(&m);
	return NULL;
}

static pthread_barrier_t pair;

static void *two_phases(void *me)
{
	atomic_fetch_add(&a, 1 + (int)(long)me);
	order[(long)me] = atomic_load(&a);
	pthread_barrier_wait(&pair);
	atomic_exchange(&b, atomic_load(&a) + (int)(long)me);
	return NULL;
}

/* ---- threads ---- */

static void *child(void *value)
{
	atomic_exchange(&a, (int)(long)value);
	return value;
}

static void *joins_result(void *me)
{
	pthread_t t;
	void *result;

	pthread_create(&t, NULL, child, (void *)((long)me + 3));
	pthread_join(t, &result);
	atomic_fetch_add(&b, (int)(long)result);
	return NULL;
}

static void *detaches(void *me)
{
	if (me) {
		pthread_detach(pthread_self());
		atomic_store(&a, 1);
		sem_post(&sem);
		atomic_store(&b, 1);
		return NULL;
	}
	x = atomic_load(&a);
	sem_wait(&sem);
	y = atomic_load(&b);
	return NULL;
}

static void *left_alone(void *me)
{
	atomic_fetch_add(&a, 1 + (int)(long)me);
	atomic_fetch_add(&b, 2);
	return NULL;
}

static void *own_slots(void *me)
{
	order[(long)me] = 1;
	atomic_fetch_add(&a, 1);
	order[(long)me] = atomic_load(&a);
	return NULL;
}

static const struct state_program programs[] = {
    {"yields", yields, 2, 0},
    {"yields_in_lock", yields_in_lock, 2, 0},
    {"yields_for_flag", yields_for_flag, 2, 0},
    {"spins_for_flag", spins_for_flag, 2, 0},
    {"spins_for_two", spins_for_two, 3, 0},
    {"spins_for_sum", spins_for_sum, 3, 0},
    {"compare_lock", compare_lock, 2, 0},
    {"exchange_lock", exchange_lock, 2, 0},
    {"ticket_lock", ticket_lock, 2, 0},
    {"try_lock_loop", try_lock_loop, 2, 0},
    {"try_lock_yields", try_lock_yields, 2, 0},
    {"polite_pair", polite_pair, 2, 0},
    {"gives_up", gives_up, 2, 0},
    {"compare_add", compare_add, 2, 0},
    {"weak_add", weak_add, 2, 0},
    {"bits", bits, 2, 0},
    {"swaps", swaps, 3, 0},
    {"messages", messages, 2, 0},
    {"load_buffers", load_buffers, 2, 0},
    {"causes", causes, 3, 0},
    {"writers", writers, 3, 0},
    {"read_tries", read_tries, 2, 0},
    {"write_tries", write_tries, 2, 0},
    {"same_order", same_order, 2, 0},
    {"spin_tries", spin_tries, 2, 0},
    {"locks_and_atomics", locks_and_atomics, 2, 0},
    {"checks_twice", checks_twice, 2, 0},
    {"sem_tries", sem_tries, 2, 0},
    {"sem_mutex", sem_mutex, 2, 0},
    {"ping_pong", ping_pong, 2, 0},
    {"may_be_lost", may_be_lost, 2, 0},
    {"two_phases", two_phases, 2, 0},
    {"joins_result", joins_result, 2, 0},
    {"detaches", detaches, 2, 1},
    {"left_alone", left_alone, 2, 1},
    {"own_slots", own_slots, 2, 0},
    {NULL, NULL, 0, 0},
};

int main(int argc, char **argv)
{
	pthread_barrier_init(&pair, NULL, 2);
	return run_program(programs, argc, argv);
}
