/* SPDX-License-Identifier: Apache-2.0
 * meta_crawler.c: a question goes to several archives, one thread each; the user may cancel it.
 * SETS: struct task
 * VIOLATES: task_deliver/task_cancel task_summary/task_cancel
 * FAILS: assert
 * PAPER: monitor 0 (rate 0), AssetFuzzer 5 (0.98)
 *
 * The bugs: whether the task is still wanted is asked before an answer is delivered, but not in the same
 * critical section; and a summary takes the state and the number of answers from two. */
#include "../monitor.h"
#include <stdbool.h>

enum { ANSWERS = 8 };

struct task {
	pthread_mutex_t lock;
	bool cancelled;
	int answers, answer[ANSWERS];
};

static struct task *task;
static int records;

bool task_wanted(struct task *t)
{
	bool wanted;

	pthread_mutex_lock(&t->lock);
	wanted = !t->cancelled;
	pthread_mutex_unlock(&t->lock);
	return wanted;
}

void task_add(struct task *t, int answer)
{
	pthread_mutex_lock(&t->lock);
	if (t->answers < ANSWERS)
		t->answer[t->answers++] = answer;
	pthread_mutex_unlock(&t->lock);
}

void task_deliver(struct task *t, int answer)
{
	ought_lock(&t->lock);
	if (task_wanted(t))
		task_add(t, answer);
	ought_unlock(&t->lock);
}

/* A cancelled task has no answers. */
void task_cancel(struct task *t)
{
	pthread_mutex_lock(&t->lock);
	t->cancelled = true;
	t->answers = 0;
	pthread_mutex_unlock(&t->lock);
}

int task_answers(struct task *t)
{
	int answers;

	pthread_mutex_lock(&t->lock);
	answers = t->answers;
	pthread_mutex_unlock(&t->lock);
	return answers;
}

int task_summary(struct task *t)
{
	int answers;
	bool wanted;

	ought_lock(&t->lock);
	answers = task_answers(t);
	wanted = task_wanted(t);
	ought_unlock(&t->lock);
	return wanted ? answers : -1;
}

static void *archive(void *unused)
{
	for (int i = 0; i < records; i++)
		task_deliver(task, (int)subject_compute((unsigned)i) & 0xff);
	return unused;
}

static void *watcher(void *unused)
{
	task_summary(task);
	return unused;
}

static void *user(void *unused)
{
	task_cancel(task);
	return unused;
}

int main(int argc, char **argv)
{
	records = subject_input(argc, argv, 2);
	task = calloc(1, sizeof *task);
	monitor_init(&task->lock);
	RUN(NULL, archive, archive, watcher, user);
	assert(task->answers == 0);
	free(task);
	return 0;
}
