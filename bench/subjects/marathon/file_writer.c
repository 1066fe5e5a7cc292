/* SPDX-License-Identifier: Apache-2.0
 * file_writer.c: threads append records to a file, each with a header that says how many there are.
 * SETS: struct file
 * VIOLATES: file_append/file_append file_append/file_check
 * FAILS: assert
 * PAPER: cycles 0, wrong 0
 *
 * The bug: the header is written in one critical section, the record in another one. */
#include "../monitor.h"

enum { RECORDS = 32 };

struct file {
	pthread_mutex_t lock;
	int header, end;
	int record[RECORDS];
};

static struct file *file;
static int records;

void file_append(struct file *f, int record)
{
	int end;

	ought_lock(&f->lock);
	pthread_mutex_lock(&f->lock);
	end = f->end;
	f->header = end + 1;
	pthread_mutex_unlock(&f->lock);
	pthread_mutex_lock(&f->lock);
	f->record[end] = record;
	f->end = end + 1;
	pthread_mutex_unlock(&f->lock);
	ought_unlock(&f->lock);
}

void file_check(struct file *f)
{
	pthread_mutex_lock(&f->lock);
	OUGHT(f->header == f->end);
	pthread_mutex_unlock(&f->lock);
}

static void *writes(void *unused)
{
	for (int i = 0; i < records; i++)
		file_append(file, i);
	return unused;
}

static void *checks(void *unused)
{
	file_check(file);
	return unused;
}

int main(int argc, char **argv)
{
	records = subject_input(argc, argv, 2);
	file = calloc(1, sizeof *file);
	monitor_init(&file->lock);
	RUN(NULL, writes, writes, checks);
	free(file);
	return 0;
}
