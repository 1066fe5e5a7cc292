/* SPDX-License-Identifier: Apache-2.0
 * Functions of libc that read and write memory of the program, each thread's own; racy: that of both.
 * TSAN: no */
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "race.h"

struct data {
	char number[8], words[8], address[16];
	int list[3];
	struct in_addr in;
	struct tm date;
};

static struct data data[2] = {
    {"12", "a,b", "1.2.3.4", {3, 2, 1}, {0}, {0}},
    {"12", "a,b", "1.2.3.4", {3, 2, 1}, {0}, {0}},
};

static int by_value(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b; /* race */
}

THREAD(user)
{
	struct data *d = &data[0];
	time_t now = 1000000;
	char *end, *next = NULL;

	use((int)strtol(d->number, &end, 10));	      /* race */
	use(strtok_r(d->words, ",", &next) != NULL);  /* race */
	qsort(d->list, 3, sizeof *d->list, by_value); /* race */
	use(inet_pton(AF_INET, d->address, &d->in));  /* race */
	use(gmtime_r(&now, &d->date) != NULL);	      /* race */
}

THREAD(changer)
{
	struct data *d = &data[RACY_OR(0, 1)];

	d->number[0] = '3';    /* race */
	d->words[0] = 'c';     /* race */
	d->list[1]++;	       /* race */
	d->in.s_addr = 0;      /* race */
	d->date.tm_year = 100; /* race */
}

int main(void)
{
	RUN(user, changer);
	use(data[0].list[0]);
	return 0;
}
