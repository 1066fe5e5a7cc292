/* SPDX-License-Identifier: Apache-2.0
 * names_fixed_file.c: each run makes a file of the same name and removes it in the end. Two runs at the same
 * time cannot both have it, which is no failure of the program.
 * EXPECT: passed */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *writer(void *fd)
{
	return write(*(int *)fd, "x", 1) == 1 ? NULL : fd;
}

int main(int argc, char **argv)
{
	char name[1000];
	int fd;
	pthread_t t;
	void *result;

	(void)argc;
	snprintf(name, sizeof name, "%s.lock", argv[0]);
	fd = open(name, O_CREAT | O_EXCL | O_RDWR, 0600);
	if (fd < 0)
		return 1;
	pthread_create(&t, NULL, writer, &fd);
	pthread_join(t, &result);
	close(fd);
	unlink(name);
	return result != NULL;
}
