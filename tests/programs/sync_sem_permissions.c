/* SPDX-License-Identifier: Apache-2.0
 * sync_sem_permissions.c: a named semaphore and shared memory that another user has made, whose name has no
 * slash.
 * EXPECT: passed
 * ARGS: -n 20 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#define NOBODY 65534

int main(void)
{
	char name[64];
	int memory;

	snprintf(name, sizeof name, "heddle-sem-permissions-%d", (int)getpid());
	memory = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
	assert(memory >= 0 && sem_open(name, O_CREAT | O_EXCL, 0600, 1) != SEM_FAILED);
	if (geteuid() == 0) {
		assert(seteuid(NOBODY) == 0);
		assert(sem_open(name, 0) == SEM_FAILED && errno == EACCES);
		assert(sem_unlink(name) == -1 && errno == EACCES);
		assert(shm_unlink(name) == -1 && errno == EACCES);
		assert(seteuid(0) == 0);
	}
	assert(sem_unlink(name) == 0 && shm_unlink(name) == 0);
	close(memory);
	return 0;
}
