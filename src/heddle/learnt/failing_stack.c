/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/learnt/failing_stack.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

#include "base/rng.h"

static const struct hd_wire_thread *failing_thread(const struct hd_wire_failure *f)
{
	for (uint32_t i = 0; i < f->nthreads && i < HD_FAILURE_THREADS; i++)
		if (f->threads[i].tid == f->tid)
			return &f->threads[i];
	return NULL;
}

static bool is_before(const struct hd_wire_thread *t, unsigned frame)
{
	for (unsigned i = 0; i < frame; i++)
		if (t->stack[i] == t->stack[frame])
			return true;
	return false;
}

uint64_t hd_failing_stack_of(const struct hd_wire_failure *f)
{
	const struct hd_wire_thread *t = failing_thread(f);
	uint64_t stack = 0;

	if (!t || f->outcome == HD_OUT_HANG || f->outcome == HD_OUT_LIVELOCK || f->outcome == HD_OUT_DEADLOCK)
		return 0;
	for (unsigned i = 0; i < t->nstack && i < HD_THREAD_STACK_MAX; i++)
		if (!is_before(t, i))
			stack = hd_mix64(stack ^ hd_mix64(t->stack[i]));
	return stack;
}

/* The length of a number that may differ: it follows "thread ", or is hexadecimal. 0: the character counts.
 */
static size_t loose(const char *text, size_t at)
{
	static const char word[] = "thread ";
	size_t before = sizeof word - 1, n = 0;

	if (text[at] == '0' && text[at + 1] == 'x') {
		for (n = 2; isxdigit((unsigned char)text[at + n]);)
			n++;
		return n;
	}
	if (at < before || memcmp(text + at - before, word, before) != 0)
		return 0;
	while (isdigit((unsigned char)text[at + n]))
		n++;
	return n;
}

bool hd_sentence_same(const char *a, const char *b)
{
	size_t i = 0, j = 0;

	while (a[i] && b[j]) {
		size_t skip_a = loose(a, i), skip_b = loose(b, j);

		if ((skip_a != 0) != (skip_b != 0) || (!skip_a && a[i] != b[j]))
			return false;
		i += skip_a ? skip_a : 1;
		j += skip_b ? skip_b : 1;
	}
	return a[i] == b[j];
}
