/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/threads/wrap_keys.h"

#include <limits.h>

#include "runtime/common/real.h"
#include "runtime/common/site.h"
#include "runtime/engine/sched.h"
#include "runtime/observe/analysis_feed.h"

struct key {
	bool used;
	void (*destroy)(void *); /* NULL: none */
};

static struct key keys[PTHREAD_KEYS_MAX];
static struct key keys_before_main[PTHREAD_KEYS_MAX];
static unsigned nkeys; /* every used key is below */
static unsigned nkeys_before_main;
static bool changed; /* since the snapshot or the last reset */

int __pthread_key_create(pthread_key_t *key,
			 void (*destroy)(void *)); /* libstdc++ and libgcc use this name */

/* libc runs there what __cxa_thread_atexit_impl() registered for the calling thread. */
static void run_thread_local_destructors(void)
{
	static void (*call_tls_dtors)(void);

	if (!call_tls_dtors)
		call_tls_dtors = (void (*)(void))hd_real_symbol("__call_tls_dtors");
	if (call_tls_dtors)
		call_tls_dtors();
}

/* Constructors create keys too, perhaps before the runtime's own has run. */
static bool remembers(void)
{
	hd_rt_init();
	return hd_rt.mode == HD_MODE_CONTROL;
}

int hd_key_create(pthread_key_t *key, void (*destroy)(void *))
{
	int error = HD_REAL(pthread_key_create)(key, destroy);

	if (error || !remembers() || *key >= PTHREAD_KEYS_MAX)
		return error;
	keys[*key] = (struct key){.used = true, .destroy = destroy};
	if (nkeys <= *key)
		nkeys = *key + 1;
	changed = true;
	return 0;
}

int hd_key_delete(pthread_key_t key)
{
	int error = HD_REAL(pthread_key_delete)(key);

	if (!error && remembers() && key < PTHREAD_KEYS_MAX) {
		keys[key].used = false;
		changed = true;
	}
	return error;
}

/* Libraries that were not rebuilt publish there what is to be seen when a thread ends, by atomics that the
 * runtime does not see: libstdc++ does so for std::promise::set_value_at_thread_exit(). */
static void destroy_one(unsigned k, void *value)
{
	const struct hd_module *m = hd_watched() ? hd_module_of((uintptr_t)keys[k].destroy) : NULL;

	if (m && !m->instrumented)
		hd_feed_pass_to_all();
	keys[k].destroy(value);
}

/* One round over all keys. Returns whether any destructor ran: it may have set values again. */
static bool destroy_values(bool call_destructors)
{
	bool called = false;

	for (unsigned k = 0; k < nkeys; k++) {
		void *value = keys[k].used ? pthread_getspecific(k) : NULL;

		if (!value)
			continue;
		pthread_setspecific(k, NULL);
		if (call_destructors && keys[k].destroy) {
			destroy_one(k, value);
			called = true;
		}
	}
	return called;
}

void hd_thread_run_destructors(struct hd_thread *t)
{
	t->exiting = true;
	t->cancel_disabled = true;
	run_thread_local_destructors();
	for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; round++)
		if (!destroy_values(true))
			return;
	destroy_values(false);
}

static void copy_keys(struct key *to, const struct key *from, unsigned n)
{
	for (unsigned k = 0; k < n; k++)
		to[k] = from[k];
}

void hd_keys_snapshot(void)
{
	copy_keys(keys_before_main, keys, nkeys);
	nkeys_before_main = nkeys;
	changed = false;
}

void hd_keys_reset(void)
{
	if (!changed)
		return;
	copy_keys(keys, keys_before_main, nkeys_before_main);
	for (unsigned k = nkeys_before_main; k < nkeys; k++)
		keys[k].used = false;
	nkeys = nkeys_before_main;
	changed = false;
}

HD_EXPORT int pthread_key_create(pthread_key_t *key, void (*destroy)(void *))
{
	return hd_key_create(key, destroy);
}

HD_EXPORT int __pthread_key_create(pthread_key_t *key, void (*destroy)(void *))
{
	return hd_key_create(key, destroy);
}

HD_EXPORT int pthread_key_delete(pthread_key_t key)
{
	return hd_key_delete(key);
}
