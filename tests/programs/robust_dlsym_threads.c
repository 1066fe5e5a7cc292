/* SPDX-License-Identifier: Apache-2.0
 * robust_dlsym_threads.c: threads and a lock by functions that the program looks up in libc by their names:
 * they are under control all the same. The lock is not taken by one of the threads.
 * EXPECT: exit  EXPLAIN: 29 22
 * ARGS: -n 500 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

typedef int create_function(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
typedef int lock_function(pthread_mutex_t *);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static lock_function *lock, *unlock;
static int counter;

static void *careful(void *unused)
{
	lock(&mutex);
	counter++;
	unlock(&mutex);
	return unused;
}

static void *careless(void *unused)
{
	counter++;
	return unused;
}

int main(void)
{
	void *libc = dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD), *nothing;
	create_function *create = (create_function *)dlsym(libc, "pthread_create");
	pthread_t threads[3];

	lock = (lock_function *)dlsym(libc, "pthread_mutex_lock");
	unlock = (lock_function *)dlsym(libc, "pthread_mutex_unlock");
	nothing = dlsym(libc, "there_is_no_such_function");
	if (!create || !lock || !unlock || nothing || !strstr(dlerror(), "there_is_no_such_function"))
		return 3;
	if (create(&threads[0], NULL, careful, NULL) || create(&threads[1], NULL, careful, NULL) ||
	    create(&threads[2], NULL, careless, NULL))
		return 4;
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return counter == 3 ? 0 : 1;
}
