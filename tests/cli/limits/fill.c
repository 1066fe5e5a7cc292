/* SPDX-License-Identifier: Apache-2.0
 *
 * fill WHAT: a correct program, or one with harmless races, that needs more than a few entries of one of
 * Heddle's tables; see tests/cli/limits.sh. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/sendfile.h>
#include <sys/wait.h>
#include <unistd.h>

uint64_t memory[1 << 25]; /* not static: the compiler must think that it is read */
static int shared[4];
static char block[2][4096];
static pthread_mutex_t locks[4] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
				   PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int order_first[4] = {0, 1, 2, 3};

__attribute__((constructor)) static void before_main(void)
{
	struct epoll_event event = {.events = EPOLLIN};
	int ep = epoll_create1(0);

	for (int i = 0; i < 2; i++)
		epoll_ctl(ep, EPOLL_CTL_ADD, eventfd(0, 0), &event);
}

static void in_threads(unsigned n, void *(*function)(void *))
{
	pthread_t t[16];

	for (unsigned i = 0; i < n; i++)
		pthread_create(&t[i], NULL, function, (void *)(uintptr_t)i);
	for (unsigned i = 0; i < n; i++)
		pthread_join(t[i], NULL);
}

static void *race(void *unused)
{
	shared[0]++;
	shared[1]++;
	shared[2]++;
	return unused;
}

static void *count_up(void *unused)
{
	for (int i = 0; i < 8; i++)
		__atomic_fetch_add(&shared[i % 4], 1, __ATOMIC_SEQ_CST);
	return unused;
}

static void *copy(void *unused)
{
	memcpy(block[0], block[1], sizeof block[0] / 2);
	return unused;
}

/* Each thread holds four locks; no two of them can deadlock, because all begin with the same one. */
static void *nest(void *unused)
{
	for (int i = 0; i < 4; i++)
		pthread_mutex_lock(&locks[i]);
	for (int i = 4; i-- > 0;)
		pthread_mutex_unlock(&locks[i]);
	return unused;
}

/* Thread i takes lock i and then the next one: a cycle of three, told from runs in which they do not meet. */
static void *cycle(void *number)
{
	unsigned i = (unsigned)(uintptr_t)number;

	pthread_mutex_lock(&locks[order_first[i]]);
	pthread_mutex_lock(&locks[(order_first[i] + 1) % 3]);
	pthread_mutex_unlock(&locks[(order_first[i] + 1) % 3]);
	pthread_mutex_unlock(&locks[order_first[i]]);
	return NULL;
}

/* The table of locations has 2^20 places, and 6,000 locations that are spread well meet in about 17 of them.
 */
static void *touch_many(void *unused)
{
	uint32_t at = 1;

	for (int i = 0; i < 6000; i++) {
		at ^= at << 13;
		at ^= at >> 17;
		at ^= at << 5;
		memory[at >> 7] = 1;
	}
	return unused;
}

static void *send_all(void *unused)
{
	int ends[2], file = open("/proc/self/exe", O_RDONLY);

	if (pipe(ends))
		abort();
	fcntl(ends[1], F_SETPIPE_SZ, 4096);
	close(ends[0]);
	signal(SIGPIPE, SIG_IGN);
	sendfile(ends[1], file, NULL, 100000);
	return unused;
}

static void open_files(void)
{
	int ends[2];

	for (int i = 0; i < 6; i++)
		if (pipe(ends))
			abort();
}

static void open_streams(void)
{
	int ends[2];

	for (int i = 0; i < 3 && !pipe(ends); i++)
		fdopen(ends[0], "r");
}

static void lock_streams(void)
{
	flockfile(stdin);
	flockfile(stdout);
	funlockfile(stdout);
	funlockfile(stdin);
}

static void make_children(void)
{
	for (int i = 0; i < 3; i++) {
		pid_t pid = fork();

		if (!pid)
			_exit(0);
		waitpid(pid, NULL, 0);
	}
}

static void queue_signals(void)
{
	sigset_t set;

	sigfillset(&set);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	kill(getpid(), SIGUSR1);
	kill(getpid(), SIGUSR2);
	kill(getpid(), SIGHUP);
	signal(SIGUSR1, SIG_IGN);
	signal(SIGUSR2, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
}

static void read_sources(void)
{
	close(open("/proc/self/stat", O_RDONLY));
	close(open("/proc/uptime", O_RDONLY));
	close(open("/proc/loadavg", O_RDONLY));
}

static const struct {
	const char *name;
	void (*alone)(void);
	void *(*thread)(void *);
	unsigned n;
} fills[] = {
    {"race", NULL, race, 2},
    {"count", NULL, count_up, 2},
    {"copy", NULL, copy, 2},
    {"nest", NULL, nest, 2},
    {"cycle", NULL, cycle, 3},
    {"memory", NULL, touch_many, 2},
    {"sendfile", NULL, send_all, 2},
    {"threads", NULL, count_up, 4},
    {"files", open_files, NULL, 0},
    {"streams", open_streams, NULL, 0},
    {"flockfile", lock_streams, NULL, 0},
    {"children", make_children, NULL, 0},
    {"signals", queue_signals, NULL, 0},
    {"sources", read_sources, NULL, 0},
};

int main(int argc, char **argv)
{
	for (unsigned i = 0; argc > 1 && i < sizeof fills / sizeof *fills; i++) {
		if (strcmp(argv[1], fills[i].name))
			continue;
		if (fills[i].alone)
			fills[i].alone();
		else
			in_threads(fills[i].n, fills[i].thread);
		return 0;
	}
	return 2;
}
