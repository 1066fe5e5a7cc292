/* SPDX-License-Identifier: Apache-2.0
 *
 * The functions that the runtime interposes, as libc has them. HD_REAL(name) looks one up at its first use:
 * `HD_REAL(pthread_mutex_lock)(m)`. Allocation and plain memory functions have ways of their own
 * (wrap_alloc.c, wrap_string.c) because looking up may need them. */
#pragma once

#include <stdint.h>

typedef void *hd_lookup(void *handle, const char *name);

extern hd_lookup *hd_dlsym_real __attribute__((visibility("hidden"))); /* libc's dlsym(), once prepared */
void hd_real_prepare(void);

/* The next definition of a symbol after ours, or NULL. Cached by the macro. */
void *hd_real_symbol(const char *name);

#define HD_REAL(name)                                                                                        \
	(*({                                                                                                 \
		static __typeof__(&name) real_##name;                                                        \
		if (__builtin_expect(!real_##name, 0))                                                       \
			real_##name = (__typeof__(&name))hd_real_symbol(#name);                              \
		real_##name;                                                                                 \
	}))

/* The next function of a name that is no identifier of C, such as that of a member function of C++; looked up
 * once. */
#define HD_REAL_NAMED(form, name)                                                                            \
	({                                                                                                   \
		static form *next;                                                                           \
		if (!next)                                                                                   \
			next = (form *)hd_real_symbol(name);                                                 \
		next;                                                                                        \
	})
