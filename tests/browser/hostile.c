/* SPDX-License-Identifier: Apache-2.0
 *
 * A program that always fails, and all of whose text tries to be markup. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int shared;

static void *worker(void *arg)
{
	pthread_setname_np(pthread_self(), "<img src=x>");
	shared++; /* </code></script><script>hacked=1</script><!-- & " ' */
	return arg;
}

int main(void)
{
	pthread_t t;

	fputs("</pre></script><script>hacked=2</script><img src=x onerror=hacked=3>\n", stderr);
	pthread_create(&t, NULL, worker, NULL);
	shared++;
	pthread_join(t, NULL);
	assert(shared < 0 && "</h1></script><script>hacked=4</script>");
	return 0;
}
