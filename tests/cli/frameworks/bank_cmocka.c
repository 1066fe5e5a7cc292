/* SPDX-License-Identifier: Apache-2.0
 *
 * Tests with cmocka: the second one has a race, and a check that finds it. With "hang" the second one waits
 * for a lock that it has. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance, hangs;

static void *deposit(void *unused)
{
	int before = balance;

	balance = before + 1;
	return unused;
}

static void fine(void **state)
{
	(void)state;
	assert_int_equal(balance, 0);
}

static void two_producers(void **state)
{
	pthread_t other;

	(void)state;
	if (hangs) {
		pthread_mutex_lock(&lock);
		pthread_mutex_lock(&lock);
	}
	pthread_create(&other, NULL, deposit, NULL);
	deposit(NULL);
	pthread_join(other, NULL);
	assert_int_equal(balance, 2);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(fine), cmocka_unit_test(two_producers)};

	hangs = argc > 1 && !strcmp(argv[1], "hang");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
