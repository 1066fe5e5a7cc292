/* SPDX-License-Identifier: Apache-2.0
 * world_outside_first.c: main always comes first, because the answer that the other thread reads is sent by a
 * child process, in its own time; nothing says that it has to. Whoever holds main back must wait for somebody
 * outside, though main could go.
 * EXPECT: assert  EXPLAIN: none [24 43]
 * ARGS: -s maple -n 400
 * DETERMINISM: no
 * REPLAYS: 5
 * WORLD: yes */
#include <assert.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int answer_pipe[2], answer;

static void *listener(void *unused)
{
	unsigned char c;

	assert(read(answer_pipe[0], &c, 1) == 1);
	pthread_mutex_lock(&lock);
	answer = c;
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t t;
	pid_t pid;

	assert(!pipe(answer_pipe));
	pid = fork();
	assert(pid >= 0);
	if (pid == 0) {
		usleep(3000);
		_exit(write(answer_pipe[1], "y", 1) != 1);
	}
	pthread_create(&t, NULL, listener, NULL);
	pthread_mutex_lock(&lock);
	assert(!answer); /* "it takes them a while to answer" */
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	waitpid(pid, NULL, 0);
	return 0;
}
