/* SPDX-License-Identifier: Apache-2.0
 *
 * Trouble of three kinds, in the controller. For errors of the system and of the user: a sentence on stderr
 * that starts with "heddle: ", and exit status 2, which these functions return so that a caller can say
 * `return hd_complain(...)`. For errors of Heddle itself: HD_ASSERT of assert.h. */
#pragma once

#include <stdarg.h>
#include <stddef.h>

#define HD_EXIT_TROUBLE 2

/* Print "heddle: SENTENCE"; returns HD_EXIT_TROUBLE. */
int hd_complain(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* The same followed by ": " and the text of `error` (an errno). */
int hd_complain_errno(int error, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Where a failed assertion leaves its message, for the user to send; NULL: nowhere. The string is kept. */
void hd_assert_leaves(const char *path);

/* Zeroed memory; ends the process with a sentence on stderr when there is no memory left. */
void *hd_new(size_t count, size_t size);
/* Grow an array of *cap elements so that it can hold `need`; new ones are not zeroed. */
void *hd_grow(void *array, size_t *cap, size_t need, size_t size);
char *hd_strdup(const char *s);
char *hd_strdup_or_null(const char *s); /* NULL stays NULL */
char *hd_vsprintf(const char *fmt, va_list ap) __attribute__((format(printf, 1, 0)));
char *hd_sprintf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
