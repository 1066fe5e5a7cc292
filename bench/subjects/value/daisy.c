/* SPDX-License-Identifier: Apache-2.0
 * daisy.c: a small file system on a simulated disk, with a lock for each inode and each block, which are made
 * of a monitor each.
 * FAILS: assert
 * THREADS: 2
 * PAIRS: 1 45 12 2
 * ANALYSIS: 957 16.90 coarse
 * WITHOUT_ESCAPE: 272 45 12 2
 * STATES: 6477 50222
 * INSTRUCTIONS: 411742 11792715
 * SECONDS: 89.639 21.88
 *
 * The bug, in disk_write() and disk_read(): the arm of the disk is moved in one step and used in another. Two
 * threads that hold the locks of different files share the arm, and one of them works on the other's
 * block. */
#include "../subject.h"
#include <assert.h>
#include <string.h>

enum { BLOCKS = 4, BLOCK_SIZE = 2, INODES = 2, NO_BLOCK = -1 };

struct monitor {
	pthread_mutex_t mutex;
	pthread_cond_t free;
	int taken;
};

struct inode {
	int used, size, block;
};

static char disk[BLOCKS][BLOCK_SIZE];
static volatile int arm; /* a register of the device */
#ifdef FIXED
static pthread_mutex_t disk_lock = PTHREAD_MUTEX_INITIALIZER;
#endif
static struct inode inodes[INODES];
static int block_used[BLOCKS];
static struct monitor inode_locks[INODES], allocation;

static void monitor_init(struct monitor *m)
{
	pthread_mutex_init(&m->mutex, NULL);
	pthread_cond_init(&m->free, NULL);
}

static void acquire(struct monitor *m)
{
	pthread_mutex_lock(&m->mutex);
	while (m->taken)
		pthread_cond_wait(&m->free, &m->mutex);
	m->taken = 1;
	pthread_mutex_unlock(&m->mutex);
}

static void release(struct monitor *m)
{
	pthread_mutex_lock(&m->mutex);
	m->taken = 0;
	pthread_cond_signal(&m->free);
	pthread_mutex_unlock(&m->mutex);
}

static void disk_begin(void)
{
#ifdef FIXED
	pthread_mutex_lock(&disk_lock);
#endif
}

static void disk_end(void)
{
#ifdef FIXED
	pthread_mutex_unlock(&disk_lock);
#endif
}

static void disk_write(int block, const char *data, int size)
{
	disk_begin();
	arm = block;
	memcpy(disk[arm], data, (size_t)size); /* the bug: another thread may have moved the arm */
	disk_end();
}

static void disk_read(int block, char *data, int size)
{
	disk_begin();
	arm = block;
	memcpy(data, disk[arm], (size_t)size); /* the bug: as above */
	disk_end();
}

static int block_allocate(void)
{
	int block = NO_BLOCK;

	acquire(&allocation);
	for (int i = 0; i < BLOCKS && block == NO_BLOCK; i++)
		if (!block_used[i])
			block = i;
	if (block != NO_BLOCK)
		block_used[block] = 1;
	release(&allocation);
	return block;
}

static void block_free(int block)
{
	acquire(&allocation);
	block_used[block] = 0;
	release(&allocation);
}

static int file_create(int number)
{
	int ok;

	acquire(&inode_locks[number]);
	ok = !inodes[number].used;
	if (ok) {
		inodes[number].used = 1;
		inodes[number].size = 0;
		inodes[number].block = block_allocate();
		ok = inodes[number].block != NO_BLOCK;
	}
	release(&inode_locks[number]);
	return ok;
}

static void file_write(int number, const char *data, int size)
{
	acquire(&inode_locks[number]);
	disk_write(inodes[number].block, data, size);
	inodes[number].size = size;
	release(&inode_locks[number]);
}

static int file_read(int number, char *data)
{
	int size;

	acquire(&inode_locks[number]);
	size = inodes[number].size;
	disk_read(inodes[number].block, data, size);
	release(&inode_locks[number]);
	return size;
}

static void file_remove(int number)
{
	acquire(&inode_locks[number]);
	block_free(inodes[number].block);
	inodes[number].used = 0;
	release(&inode_locks[number]);
}

static void *user(void *argument)
{
	int number = (int)(size_t)argument;
	char text[BLOCK_SIZE], got[BLOCK_SIZE];
	int size;

	memset(text, 'a' + number, sizeof text);
	if (!file_create(number))
		return NULL;
	file_write(number, text, BLOCK_SIZE);
	size = file_read(number, got);
	assert(size == BLOCK_SIZE && !memcmp(text, got, BLOCK_SIZE));
	file_remove(number);
	return NULL;
}

int main(void)
{
	pthread_t first, second;

	for (int i = 0; i < INODES; i++)
		monitor_init(&inode_locks[i]);
	monitor_init(&allocation);
	first = subject_start(user, (void *)0);
	second = subject_start(user, (void *)1);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
