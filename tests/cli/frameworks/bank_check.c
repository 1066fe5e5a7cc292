/* SPDX-License-Identifier: Apache-2.0
 *
 * Tests with Check, in two test cases: the one of the second has a race, and a check that finds it. */
#include <pthread.h>
#include <stdlib.h>

#include <check.h>

static int balance;

static void *deposit(void *unused)
{
	int before = balance;

	balance = before + 1;
	return unused;
}

START_TEST(fine)
{
	ck_assert_int_eq(balance, 0);
}
END_TEST

START_TEST(two_producers)
{
	pthread_t other;

	pthread_create(&other, NULL, deposit, NULL);
	deposit(NULL);
	pthread_join(other, NULL);
	ck_assert_int_eq(balance, 2);
}
END_TEST

int main(void)
{
	TCase *plain = tcase_create("plain"), *threads = tcase_create("threads");
	Suite *suite = suite_create("bank");
	SRunner *runner = srunner_create(suite);
	int failed;

	tcase_add_test(plain, fine);
	tcase_add_test(threads, two_producers);
	suite_add_tcase(suite, plain);
	suite_add_tcase(suite, threads);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
