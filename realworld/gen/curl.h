/* SPDX-License-Identifier: Apache-2.0
 *
 * Cookies that several transfers of curl share, for heddle gen: with functions that lock, or without. */
#pragma once

#include <curl/curl.h>
#include <pthread.h>
#include <stdlib.h>

struct jar {
	CURLSH *share;
	pthread_mutex_t locks[CURL_LOCK_DATA_LAST];
};

#ifdef LOCKED
static void jar_lock(CURL *handle, curl_lock_data data, curl_lock_access access, void *jar)
{
	(void)handle;
	(void)access;
	pthread_mutex_lock(&((struct jar *)jar)->locks[data]);
}

static void jar_unlock(CURL *handle, curl_lock_data data, void *jar)
{
	(void)handle;
	pthread_mutex_unlock(&((struct jar *)jar)->locks[data]);
}
#endif

static inline struct jar *jar_new(void)
{
	struct jar *jar = calloc(1, sizeof *jar);

	curl_global_init(CURL_GLOBAL_NOTHING);
	for (int i = 0; i < CURL_LOCK_DATA_LAST; i++)
		pthread_mutex_init(&jar->locks[i], NULL);
	jar->share = curl_share_init();
#ifdef LOCKED
	curl_share_setopt(jar->share, CURLSHOPT_LOCKFUNC, jar_lock);
	curl_share_setopt(jar->share, CURLSHOPT_UNLOCKFUNC, jar_unlock);
	curl_share_setopt(jar->share, CURLSHOPT_USERDATA, jar);
#endif
	curl_share_setopt(jar->share, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE);
	return jar;
}

static inline CURL *jar_transfer(struct jar *jar)
{
	CURL *transfer = curl_easy_init();

	curl_easy_setopt(transfer, CURLOPT_SHARE, jar->share);
	return transfer;
}

/* A cookie as a server sets it. */
static inline void jar_put(struct jar *jar, int number)
{
	CURL *transfer = jar_transfer(jar);
	char line[] = "Set-Cookie: c0=value; domain=.example.com; path=/";

	line[13] = (char)('0' + number % 3);
	curl_easy_setopt(transfer, CURLOPT_COOKIELIST, line);
	curl_easy_cleanup(transfer);
}

static inline void jar_clear(struct jar *jar)
{
	CURL *transfer = jar_transfer(jar);

	curl_easy_setopt(transfer, CURLOPT_COOKIELIST, "ALL");
	curl_easy_cleanup(transfer);
}

static inline unsigned jar_count(struct jar *jar)
{
	CURL *transfer = jar_transfer(jar);
	struct curl_slist *cookies = NULL;
	unsigned n = 0;

	curl_easy_getinfo(transfer, CURLINFO_COOKIELIST, &cookies);
	for (struct curl_slist *c = cookies; c; c = c->next)
		n++;
	curl_slist_free_all(cookies);
	curl_easy_cleanup(transfer);
	return n;
}

static inline void jar_free(struct jar *jar)
{
	curl_share_cleanup(jar->share);
	free(jar);
}
