/* SPDX-License-Identifier: Apache-2.0
 * nondet_folder.c: a folder with many files is read by every function there is, while another thread takes
 * the same lock; the order is that of the names, whatever the file system's is.
 * EXPECT: passed
 * ARGS: -n 100
 * DETERMINISM: 30 */
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILES 9

static char folder[64];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned order; /* of the names, as the locks saw them */

static void meet(const char *name)
{
	pthread_mutex_lock(&lock);
	for (; *name; name++)
		order = order * 31 + (unsigned char)*name;
	pthread_mutex_unlock(&lock);
}

static void make_files(void)
{
	char name[128];

	strcpy(folder, "/tmp/heddle-nondet.XXXXXX");
	assert(mkdtemp(folder));
	for (int i = 0; i < FILES; i++) {
		snprintf(name, sizeof name, "%s/%d", folder, i * 7919 % 1000);
		close(open(name, O_CREAT | O_WRONLY, 0600));
	}
}

static void remove_files(void)
{
	char name[512];
	DIR *dir = opendir(folder);
	const struct dirent *e;

	while ((e = readdir(dir))) {
		snprintf(name, sizeof name, "%s/%s", folder, e->d_name);
		unlink(name);
	}
	closedir(dir);
	assert(!rmdir(folder));
}

static void *read_all(void *unused)
{
	DIR *dir = opendir(folder);
	const struct dirent *e;
	char third[256] = "";
	long after_two = 0;
	int n = 0;

	assert(dir);
	errno = 0;
	while ((e = readdir(dir))) {
		meet(e->d_name);
		if (++n == 2)
			after_two = telldir(dir);
		if (n == 3)
			strcpy(third, e->d_name);
	}
	assert(n == FILES + 2 && !errno && !readdir(dir));
	seekdir(dir, after_two);
	e = readdir(dir);
	assert(e && !strcmp(e->d_name, third));
	rewinddir(dir);
	for (n = 0; readdir64(dir); n++)
		;
	assert(n == FILES + 2);
	closedir(dir);
	return unused;
}

static int no_dots(const struct dirent *e)
{
	return e->d_name[0] != '.';
}

static int backwards(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*b)->d_name, (*a)->d_name);
}

static void *scan_all(void *unused)
{
	struct dirent **names;
	int n = scandir(folder, &names, no_dots, NULL);

	assert(n == FILES);
	for (int i = 0; i < n; i++) {
		meet(names[i]->d_name);
		free(names[i]);
	}
	free(names);
	n = scandir(folder, &names, no_dots, backwards);
	assert(n == FILES && strcmp(names[0]->d_name, names[FILES - 1]->d_name) > 0);
	for (int i = 0; i < n; i++)
		free(names[i]);
	free(names);
	return unused;
}

int main(void)
{
	pthread_t threads[2];

	make_files();
	pthread_create(&threads[0], NULL, read_all, NULL);
	pthread_create(&threads[1], NULL, scan_all, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(order);
	remove_files();
	return 0;
}
