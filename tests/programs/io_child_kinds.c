/* SPDX-License-Identifier: Apache-2.0
 * io_child_kinds.c: children made in all ways, waited for in all ways: while the parent sleeps or spins, by
 * futexes and memory that both share, from a signal handler, by a thread that changes its credentials.
 * EXPECT: passed
 * ARGS: -n 6
 * WORLD: yes
 * DETERMINISM: no */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static atomic_int *flag;
static volatile sig_atomic_t handled;

static void expect(pid_t pid, int code)
{
	int status;

	assert(pid > 0);
	assert(waitpid(pid, &status, 0) == pid);
	assert(WIFEXITED(status));
	assert(WEXITSTATUS(status) == code);
}

static void sleeps(void)
{
	pid_t pid = fork();

	if (!pid) {
		usleep(30000);
		atomic_store(flag, 1);
		_exit(1);
	}
	sleep(1);
	assert(atomic_load(flag) == 1);
	expect(pid, 1);
}

static void spins(void)
{
	pid_t pid = fork();

	if (!pid) {
		usleep(30000);
		atomic_store(flag, 2);
		_exit(1);
	}
	while (atomic_load(flag) != 2)
		;
	expect(pid, 1);
}

static int from_clone(void *arg)
{
	pthread_t t;

	(void)arg;
	void *r;
	if (pthread_create(&t, NULL, (void *(*)(void *))malloc, (void *)10))
		return 11;
	pthread_join(t, &r);
	return r ? 12 : 13;
}

static void clones(void)
{
	char *stack = malloc(1 << 16);

	expect(clone(from_clone, stack + (1 << 16), SIGCHLD, NULL), 12);
	pid_t pid = (pid_t)syscall(SYS_clone, SIGCHLD | CLONE_CHILD_SETTID, 0, 0, 0, 0);

	if (!pid)
		_exit(4);
	expect(pid, 4);
	pid = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
	if (!pid)
		_exit(5);
	expect(pid, 5);
	free(stack);
}

static void doubles(void)
{
	int p[2];
	char c = 0;

	assert(!pipe(p));
	pid_t pid = fork();

	if (!pid) {
		if (fork())
			_exit(2);
		setsid();
		if (daemon(0, 0))
			_exit(9);
		assert(write(p[1], "d", 1) == 1);
		_exit(0);
	}
	close(p[1]);
	expect(pid, 2);
	assert(read(p[0], &c, 1) == 1 && c == 'd');
	close(p[0]);
}

static void in_handler(int sig)
{
	pid_t pid = fork();

	(void)sig;
	if (!pid)
		_exit(6);
	expect(pid, 6);
	handled = 1;
}

static void from_handler(void)
{
	signal(SIGUSR1, in_handler);
	raise(SIGUSR1);
	assert(handled);
}

static void *in_thread(void *arg)
{
	assert(!setuid(getuid()));
	assert(!setgid(getgid()));
	assert(!seteuid(geteuid()));
	assert(!setresuid(getuid(), -1, -1));
	pid_t pid = fork();

	if (!pid) {
		execlp("true", "true", NULL);
		_exit(99);
	}
	expect(pid, 0);
	return arg;
}

static void vforks(void)
{
	pid_t pid = vfork();

	if (!pid) {
		execlp("sh", "sh", "-c", "exit 8", NULL);
		_exit(99);
	}
	expect(pid, 8);
	pid = vfork();
	if (!pid)
		_exit(3);
	expect(pid, 3);
}

static void polls(void)
{
	pid_t pid = fork(), got;
	int status;

	if (!pid) {
		usleep(20000);
		_exit(1);
	}
	while ((got = waitpid(pid, &status, WNOHANG)) == 0)
		usleep(500);
	assert(got == pid);
}

static void kills(void)
{
	int status;
	pid_t pid = fork();

	if (!pid)
		for (;;)
			pause();
	assert(!kill(pid, SIGSTOP));
	assert(waitpid(pid, &status, WUNTRACED) == pid && WIFSTOPPED(status));
	assert(!kill(pid, SIGCONT));
	assert(waitpid(pid, &status, WCONTINUED) == pid && WIFCONTINUED(status));
	assert(!kill(pid, SIGTERM));
	assert(waitpid(pid, &status, 0) == pid && WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
}

static void futexes(void)
{
	atomic_store(flag, 0);
	pid_t pid = fork();

	if (!pid) {
		usleep(10000);
		atomic_store(flag, 1);
		syscall(SYS_futex, flag, FUTEX_WAKE, 1, 0, 0, 0);
		while (atomic_load(flag) == 1)
			syscall(SYS_futex, flag, FUTEX_WAIT, 1, 0, 0, 0);
		_exit(1);
	}
	while (atomic_load(flag) == 0)
		syscall(SYS_futex, flag, FUTEX_WAIT, 0, 0, 0, 0);
	usleep(10000);
	atomic_store(flag, 2);
	syscall(SYS_futex, flag, FUTEX_WAKE, 1, 0, 0, 0);
	expect(pid, 1);
}

static void sysv(void)
{
	int id = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);

	assert(id >= 0);
	pthread_mutex_t *m = shmat(id, NULL, 0);
	pthread_mutexattr_t a;
	pthread_mutexattr_init(&a);
	pthread_mutexattr_setpshared(&a, 1);
	pthread_mutex_init(m, &a);
	pthread_mutex_lock(m);
	pid_t pid = fork();

	if (!pid) {
		pthread_mutex_lock(m);
		_exit(m[1].__data.__lock);
	}
	usleep(1000);
	m[1].__data.__lock = 33;
	pthread_mutex_unlock(m);
	expect(pid, 33);
	shmdt(m);
	shmctl(id, IPC_RMID, NULL);
}

int main(void)
{
	static void (*const all[])(void) = {sleeps, spins, clones, doubles, from_handler,
					    vforks, polls, kills,  futexes, sysv};
	pthread_t t;

	flag = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
		all[i]();
	pthread_create(&t, NULL, in_thread, NULL);
	pthread_join(t, NULL);
	return 0;
}
