/* SPDX-License-Identifier: Apache-2.0
 *
 * A test program without a framework: `bank N` tests bank N; `bank crash` and `bank hang` do that, when the
 * other thread comes first. `bank variable` fails if BANK is not 3. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bank.h"

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int *volatile account;

static void *open_account(void *at)
{
	account = (int *)at;
	return NULL;
}

static void crash(void)
{
	int balance = 0;
	pthread_t other;

	pthread_create(&other, NULL, open_account, &balance);
	*account = 1;
	pthread_join(other, NULL);
}

static void *second_first(void *unused)
{
	pthread_mutex_lock(&second);
	pthread_mutex_lock(&first);
	pthread_mutex_unlock(&first);
	pthread_mutex_unlock(&second);
	return unused;
}

static void hang(void)
{
	pthread_t other;

	pthread_create(&other, NULL, second_first, NULL);
	pthread_mutex_lock(&first);
	pthread_mutex_lock(&second);
	pthread_mutex_unlock(&second);
	pthread_mutex_unlock(&first);
	pthread_join(other, NULL);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "1", *bank = getenv("BANK");
	int balance;

	if (!strcmp(what, "crash"))
		crash();
	else if (!strcmp(what, "hang"))
		hang();
	else if (!strcmp(what, "variable"))
		return !bank || strcmp(bank, "3") || two_customers(BAD_BANK) != 2;
	balance = two_customers(atoi(what));
	if (balance != 2)
		fprintf(stderr, "the balance is %d\n", balance);
	return balance != 2;
}
