/* SPDX-License-Identifier: Apache-2.0
 * Small programs whose iRoots a search of all schedules exposes in seconds: accesses that overlap in part,
 * condition variables, attempts to take a lock, semaphores, memory that is freed and handed out again, and
 * what else threads meet at. Each is two to three threads, and main is one of them: argv[1] names the
 * program; without it they are listed. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static union {
	uint64_t all;
	uint32_t half[2];
	uint16_t quarter[4];
	uint8_t byte[8];
} u;
static struct {
	uint32_t a, b, c, d;
} s;
uint32_t copy[4]; /* not static: the compiler must not leave it out */
static int x, y;
static atomic_int n, flag;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t one, two, none;
static int *block;

/* Each program is the body of a function for each thread: MAIN and OTHER; of three threads, two are OTHER. */
#define PROGRAM(name, main_does, other_does)                                                                 \
	static void *name##_other(void *arg)                                                                 \
	{                                                                                                    \
		other_does;                                                                                  \
		return arg;                                                                                  \
	}                                                                                                    \
	static void name##_main(void)                                                                        \
	{                                                                                                    \
		main_does;                                                                                   \
	}
#define LOCKED(lock, what)                                                                                   \
	pthread_mutex_lock(&(lock));                                                                         \
	what;                                                                                                \
	pthread_mutex_unlock(&(lock))
#define TRIED(lock, what)                                                                                    \
	if (!pthread_mutex_trylock(&(lock))) {                                                               \
		what;                                                                                        \
		pthread_mutex_unlock(&(lock));                                                               \
	}
#define WITH(sem, what)                                                                                      \
	sem_wait(&(sem));                                                                                    \
	what;                                                                                                \
	sem_post(&(sem))

/* Sizes and starts. */
PROGRAM(whole_and_half, u.all = 1, u.half[0]++)
PROGRAM(whole_and_upper_half, u.all = 1; u.all = 2, x = (int)u.half[1])
PROGRAM(halves_and_whole, u.half[0] = 1; u.half[1] = 2, x = (int)u.all)
PROGRAM(halves_apart, u.half[0]++, u.half[1]++)
PROGRAM(bytes_and_half, u.byte[1] = 1; u.byte[2] = 2, u.half[0] = 5)
PROGRAM(quarters, u.quarter[1] = 1; u.quarter[2] = 1, x = (int)u.half[0]; y = (int)u.half[1])
PROGRAM(struct_copied, s.a = 1; s.d = 2, memcpy(copy, &s, sizeof copy))
PROGRAM(struct_cleared, memset(&s, 0, sizeof s), s.b = 1; s.c = 2)
PROGRAM(struct_set, s.a = s.d, memset(&s, 1, sizeof s))
PROGRAM(whole_under_lock, LOCKED(m, u.all = 1), LOCKED(m, u.half[0] = 1; u.half[1] = 2))
PROGRAM(byte_between, u.byte[0] = 1; x = u.byte[0], u.all = 0)
PROGRAM(misaligned, memcpy(&u.byte[2], &x, 4), u.half[0] = 1; u.half[1] = 2)

/* Condition variables. */
PROGRAM(cond_signals, LOCKED(m, x = 1; pthread_cond_signal(&c)),
	LOCKED(m, while (!x) pthread_cond_wait(&c, &m)))
PROGRAM(cond_flag, LOCKED(m, while (!x) pthread_cond_wait(&c, &m); y = 2), y = 1; LOCKED(m, x = 1);
	pthread_cond_signal(&c))
PROGRAM(cond_broadcast, LOCKED(m, x++; pthread_cond_broadcast(&c)),
	LOCKED(m, x++; while (x < 2) pthread_cond_wait(&c, &m)))
PROGRAM(cond_ping, LOCKED(m, x = 1; pthread_cond_broadcast(&c); while (x == 1) pthread_cond_wait(&c, &m)),
	LOCKED(m, while (!x) pthread_cond_wait(&c, &m); x = 2; pthread_cond_broadcast(&c)))
PROGRAM(cond_and_data, LOCKED(m, while (!x) pthread_cond_wait(&c, &m));
	y++, LOCKED(m, x = 1; pthread_cond_signal(&c)); y++)

/* Attempts. */
PROGRAM(tries, TRIED(m, x = 1), TRIED(m, x = 2))
PROGRAM(tries_a_lock, LOCKED(m, x++), TRIED(m, x++))
PROGRAM(
    tries_or_else, LOCKED(m, x = 1), if (!pthread_mutex_trylock(&m)) {
	    x = 2;
	    pthread_mutex_unlock(&m);
    } else y = 1)
PROGRAM(tries_twice, LOCKED(m, x++); LOCKED(m, y++), TRIED(m, x = y))
PROGRAM(tries_inside, LOCKED(m, TRIED(m2, x++)), LOCKED(m2, TRIED(m, x++)))
PROGRAM(
    tries_to_read,
    if (!pthread_rwlock_tryrdlock(&rw)) {
	    x = y;
	    pthread_rwlock_unlock(&rw);
    },
    pthread_rwlock_wrlock(&rw);
    y++; pthread_rwlock_unlock(&rw))
PROGRAM(
    tries_a_semaphore, WITH(one, x++), if (!sem_trywait(&one)) {
	    x++;
	    sem_post(&one);
    })

/* Semaphores: as locks, and as signals. */
PROGRAM(semaphore_locks, WITH(one, x++), WITH(one, x++))
PROGRAM(semaphore_twice, WITH(one, x++); WITH(one, y++), WITH(one, x = y))
PROGRAM(semaphore_of_two, WITH(two, x++), WITH(two, x++))
PROGRAM(semaphore_signals, x = 1; sem_post(&none), sem_wait(&none); x = 2)
PROGRAM(semaphore_opened, x = 1; sem_post(&none); WITH(none, y++), WITH(none, y++))
PROGRAM(semaphore_in_lock, LOCKED(m, WITH(one, x++)), WITH(one, x++))

/* Memory that is freed, and handed out again. */
PROGRAM(freed_by_the_last, block = malloc(8); LOCKED(m, block[0] = 1; x++), LOCKED(
										m, if (x) {
											y = *block;
											x = 0;
											free(block);
										}))
PROGRAM(handed_out_again, int *p = malloc(8); *p = 1; LOCKED(m, block = p), LOCKED(
										m,
										if (block) {
											y = *block;
											free(block);
											block = NULL;
										});
	int *q = malloc(8); *q = 2; LOCKED(m2, x = *q); free(q))
PROGRAM(each_its_own, int *p = malloc(8); *p = 1; LOCKED(m, x += *p); free(p), int *p = malloc(8); *p = 2;
	LOCKED(m, x += *p); free(p))
PROGRAM(swapped, int *p = malloc(4); *p = 1; LOCKED(m, int *q = block; block = p; p = q);
	free(p), int *p = malloc(4); *p = 2; LOCKED(m, int *q = block; block = p; p = q); free(p))

/* Locks and what belongs together. */
PROGRAM(counter, x++, x++)
PROGRAM(two_counters, x++; y++, x++; y++)
PROGRAM(crossing, x = 1; y = 2, y = 1; x = 2)
PROGRAM(check_then_act, LOCKED(m, y = x); LOCKED(m, x = y + 1), LOCKED(m, x++))
PROGRAM(other_way_round, LOCKED(m, LOCKED(m2, x++)), LOCKED(m2, LOCKED(m, x++)))
PROGRAM(same_way_round, LOCKED(m, LOCKED(m2, x++)), LOCKED(m, LOCKED(m2, x++)))
PROGRAM(readers, pthread_rwlock_rdlock(&rw); y = x; pthread_rwlock_unlock(&rw), pthread_rwlock_wrlock(&rw);
	x++; pthread_rwlock_unlock(&rw))

/* Read-modify-writes. */
PROGRAM(added, n++, n++; x = n)
PROGRAM(exchanged, int was = 0; atomic_compare_exchange_strong(&n, &was, 1), n = 2; x = n)
PROGRAM(exchanged_once, int was = 0; if (atomic_compare_exchange_strong(&n, &was, 1)) x = 1, int was = 0;
	if (atomic_compare_exchange_strong(&n, &was, 2)) x = 2)
PROGRAM(published, x = 1; flag = 1, if (flag) y = x)
PROGRAM(
    own_lock,
    if (!atomic_exchange(&flag, 1)) {
	    x++;
	    flag = 0;
    },
    if (!atomic_exchange(&flag, 1)) {
	    x++;
	    flag = 0;
    })

static const struct {
	const char *name;
	void (*main)(void);
	void *(*other)(void *);
} programs[] = {
#define P(name)                                                                                              \
	{                                                                                                    \
#name, name##_main, name##_other                                                             \
	}
    P(whole_and_half),	  P(whole_and_upper_half),
    P(halves_and_whole),  P(halves_apart),
    P(bytes_and_half),	  P(quarters),
    P(struct_copied),	  P(struct_cleared),
    P(struct_set),	  P(whole_under_lock),
    P(byte_between),	  P(misaligned),
    P(cond_signals),	  P(cond_flag),
    P(cond_broadcast),	  P(cond_ping),
    P(cond_and_data),	  P(tries),
    P(tries_a_lock),	  P(tries_or_else),
    P(tries_twice),	  P(tries_inside),
    P(tries_to_read),	  P(tries_a_semaphore),
    P(semaphore_locks),	  P(semaphore_twice),
    P(semaphore_of_two),  P(semaphore_signals),
    P(semaphore_opened),  P(semaphore_in_lock),
    P(freed_by_the_last), P(handed_out_again),
    P(each_its_own),	  P(swapped),
    P(counter),		  P(two_counters),
    P(crossing),	  P(check_then_act),
    P(other_way_round),	  P(same_way_round),
    P(readers),		  P(added),
    P(exchanged),	  P(exchanged_once),
    P(published),	  P(own_lock),
};

int main(int argc, char **argv)
{
	pthread_t t;

	sem_init(&one, 0, 1);
	sem_init(&two, 0, 2);
	sem_init(&none, 0, 0);
	for (unsigned i = 0; i < sizeof programs / sizeof programs[0]; i++) {
		if (argc == 1)
			puts(programs[i].name);
		else if (!strcmp(argv[1], programs[i].name)) {
			pthread_create(&t, NULL, programs[i].other, NULL);
			programs[i].main();
			pthread_join(t, NULL);
		}
	}
	return 0;
}
