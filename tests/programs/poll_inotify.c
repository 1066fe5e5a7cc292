/* SPDX-License-Identifier: Apache-2.0
 * poll_inotify.c: a folder is watched while a thread of the program, and then a child process, change it:
 * nothing is missed, names and the pairs of a renaming are right, and who waits for it is not taken for
 * deadlocked.
 * EXPECT: passed
 * ARGS: -n 15
 * DETERMINISM: 10
 * WORLD: yes */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/heddle-inotify-XXXXXX";

static const char *in_folder(const char *name, char path[128])
{
	snprintf(path, 128, "%s/%s", folder, name);
	return path;
}

/* Makes a file, renames it and removes it. */
static void change(const char *name)
{
	char path[128], other[128];
	int fd = open(in_folder(name, path), O_CREAT | O_WRONLY, 0600);

	assert(fd >= 0);
	close(fd);
	assert(!rename(path, in_folder("renamed", other)) && !unlink(other));
}

static void *changer(void *unused)
{
	(void)unused;
	change("by-thread");
	return NULL;
}

/* Reads events until the removal that is the last. */
static void follow(int fd, const char *name)
{
	char buffer[4096] __attribute__((aligned(8)));
	uint32_t cookie = 0;
	unsigned created = 0, moved = 0, removed = 0;

	while (!removed) {
		struct pollfd p = {.fd = fd, .events = POLLIN};
		ssize_t n;

		assert(poll(&p, 1, -1) == 1);
		n = read(fd, buffer, sizeof buffer);
		assert(n > 0);
		for (char *at = buffer; at < buffer + n;) {
			struct inotify_event *e = (struct inotify_event *)at;

			at += sizeof *e + e->len;
			created += e->mask & IN_CREATE && !strcmp(e->name, name);
			removed += e->mask & IN_DELETE && !strcmp(e->name, "renamed");
			if (e->mask & IN_MOVED_FROM)
				cookie = e->cookie;
			moved += e->mask & IN_MOVED_TO && e->cookie && e->cookie == cookie;
		}
	}
	assert(created == 1 && moved == 1 && removed == 1);
}

int main(void)
{
	int fd = inotify_init1(IN_CLOEXEC), quiet = inotify_init1(IN_NONBLOCK);
	char byte;
	pthread_t t;
	pid_t pid;

	assert(mkdtemp(folder) && fd >= 0 && quiet >= 0);
	assert(inotify_add_watch(fd, folder, IN_CREATE | IN_MOVE | IN_DELETE) >= 0);
	assert(read(quiet, &byte, 1) == -1 && (errno == EAGAIN || errno == EINVAL));
	pthread_create(&t, NULL, changer, NULL);
	follow(fd, "by-thread");
	pthread_join(t, NULL);
	pid = fork();
	assert(pid >= 0);
	if (pid == 0) {
		usleep(1000);
		change("by-child");
		_exit(0);
	}
	follow(fd, "by-child");
	assert(waitpid(pid, NULL, 0) == pid && !rmdir(folder));
	return 0;
}
