/* SPDX-License-Identifier: Apache-2.0
 * io_torn_records.c: two threads write records that are longer than what a pipe takes at once; when it is
 * full in the middle of one, the other's may come between.
 * EXPECT: exit  EXPLAIN: 20 [29]
 * ARGS: -n 300 */
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#define RECORD 40000

static int ends[2];

static void *writer(void *letter)
{
	char record[RECORD];

	memset(record, *(char *)letter, sizeof record);
	return write(ends[1], record, sizeof record) == sizeof record ? NULL : letter;
}

static int read_record(void)
{
	static char record[RECORD];
	size_t got = 0;
	ssize_t n;

	while (got < sizeof record && (n = read(ends[0], record + got, sizeof record - got)) > 0)
		got += (size_t)n;
	for (size_t i = 1; i < got; i++)
		if (record[i] != record[0])
			return 1;
	return got == sizeof record ? 0 : 2;
}

int main(void)
{
	static char letters[3] = "abc";
	pthread_t t[3];

	if (pipe(ends))
		return 3;
	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, writer, &letters[i]);
	for (int i = 0; i < 3; i++)
		if (read_record())
			return 1;
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
