/* SPDX-License-Identifier: Apache-2.0
 * io_sysv.c: threads, and a child, wait at message queues and semaphores of System V; no run finds what the
 * last one has left.
 * EXPECT: passed
 * ARGS: -n 40
 * NATIVE: no
 * WORLD: yes
 * DETERMINISM: 8 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define KEY	 0x4865646c
#define MESSAGES 4

struct message {
	long type;
	char text[4];
};

static int queue, semaphores;

static void change(int number, int by)
{
	struct sembuf part = {.sem_num = (unsigned short)number, .sem_op = (short)by};

	assert(!semop(semaphores, &part, 1));
}

/* Messages of two types, of which one is asked for first. */
static void *sends(void *unused)
{
	struct message m = {.text = "abc"};

	for (int i = 0; i < MESSAGES; i++) {
		m.type = 1 + i % 2;
		assert(!msgsnd(queue, &m, sizeof m.text, 0));
		change(0, 1);
	}
	change(1, -1);
	return unused;
}

static void receive(void)
{
	struct message m;

	for (int i = 0; i < MESSAGES; i++) {
		assert(msgrcv(queue, &m, sizeof m.text, i < MESSAGES / 2 ? 2 : 0, 0) == sizeof m.text);
		assert(!strcmp(m.text, "abc") && m.type == (i < MESSAGES / 2 ? 2 : 1));
	}
	change(0, -MESSAGES);
	change(1, 1);
	change(0, 0);
}

static void by_thread(void)
{
	pthread_t t;

	assert(!pthread_create(&t, NULL, sends, NULL));
	receive();
	pthread_join(t, NULL);
}

static void by_child(void)
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		queue = msgget(KEY, 0);
		assert(queue >= 0);
		sends(NULL);
		_exit(4);
	}
	receive();
	assert(waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 4);
}

static void *waits_in_vain(void *unused)
{
	struct message m;

	assert(msgrcv(queue, &m, sizeof m.text, 0, 0) == -1 && (errno == EIDRM || errno == EINVAL));
	return unused;
}

static void errors(void)
{
	struct sembuf part = {.sem_op = -1, .sem_flg = IPC_NOWAIT};
	struct timespec hour = {3600, 0};
	struct message m;
	pthread_t t;

	assert(msgrcv(queue, &m, sizeof m.text, 0, IPC_NOWAIT) == -1 && errno == ENOMSG);
	assert(semop(semaphores, &part, 1) == -1 && errno == EAGAIN);
	part.sem_flg = 0;
	assert(semtimedop(semaphores, &part, 1, &hour) == -1 && errno == EAGAIN);
	assert(!pthread_create(&t, NULL, waits_in_vain, NULL));
	assert(!msgctl(queue, IPC_RMID, NULL));
	pthread_join(t, NULL);
}

int main(void)
{
	int memory;

	queue = msgget(KEY, IPC_CREAT | IPC_EXCL | 0600);
	semaphores = semget(KEY, 2, IPC_CREAT | IPC_EXCL | 0600);
	memory = shmget(KEY, 100, IPC_CREAT | IPC_EXCL | 0600);
	assert(queue >= 0 && semaphores >= 0 && memory >= 0);
	assert(shm_open("/heddle-io-sysv", O_RDWR | O_CREAT | O_EXCL, 0600) >= 0);
	by_thread();
	errors();
	queue = msgget(KEY, IPC_CREAT | IPC_EXCL | 0600);
	by_child();
	return 0; /* with all of it left behind */
}
