/* SPDX-License-Identifier: Apache-2.0
 * robust_locale.c: libc itself maps files and loads plugins in each run, and nobody unmaps them.
 * EXPECT: passed */
#include <iconv.h>
#include <locale.h>
#include <pthread.h>
#include <stddef.h>

static void *worker(void *arg)
{
	return arg;
}

int main(void)
{
	pthread_t t;
	iconv_t converter;

	if (!setlocale(LC_ALL, "C.UTF-8"))
		return 1;
	converter = iconv_open("UTF-16", "KOI8-R");
	if (converter == (iconv_t)-1)
		return 2;
	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	return 0;
}
