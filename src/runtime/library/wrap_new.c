/* SPDX-License-Identifier: Apache-2.0
 *
 * C++'s operator new and operator delete, all the standard forms, under their mangled names.
 *
 * libstdc++'s call malloc and free, so they would be served anyway; but then the caller would be
 * libstdc++ and neither the site nor the scheduling point of a delete would be the program's.
 *
 * A program may replace a basic form and rely on the others calling it, as the standard promises. What
 * does so are libstdc++'s, so where any basic form is not ours, and in a native run, those are used. */
#include "runtime/library/wrap_alloc.h"

#include <dlfcn.h>
#include <stdlib.h>

#include "runtime/common/real.h"

static bool replaced; /* the program brings basic forms of its own */

static bool ours(void)
{
	return hd_heap_is_ours() && !replaced;
}

/* As the standard says: the new-handler may make room; without one, throw. */
static void out_of_memory(void)
{
	void *(*get_handler)(void) = (void *(*)(void))dlsym(RTLD_DEFAULT, "_ZSt15get_new_handlerv");
	void (*handler)(void) = get_handler ? (void (*)(void))get_handler() : NULL;
	void (*throw_bad_alloc)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "_ZSt17__throw_bad_allocv");

	if (handler)
		handler();
	else if (throw_bad_alloc)
		throw_bad_alloc();
	else
		abort();
}

static void *new_or_throw(size_t size, size_t align, uintptr_t pc)
{
	void *p;

	while (!(p = hd_program_alloc(size, align, pc)))
		out_of_memory();
	return p;
}

/* All parameters are machine words, and a word that a form does not have costs nothing to pass on. */
typedef void *(*new_form)(size_t size, uintptr_t word1, uintptr_t word2);
typedef void (*delete_form)(void *p, uintptr_t word1, uintptr_t word2);

/* libstdc++'s form, looked up once for each; NULL: it is not there. */
#define NEXT(symbol, form)                                                                                   \
	({                                                                                                   \
		static form next_form;                                                                       \
		if (!next_form)                                                                              \
			next_form = (form)hd_real_symbol(symbol);                                            \
		next_form;                                                                                   \
	})

#define DEFINE_NEW(name, symbol, align, allocate)                                                            \
	HD_EXPORT void *name(size_t size, uintptr_t word1, uintptr_t word2) __asm__(symbol);                 \
	void *name(size_t size, uintptr_t word1, uintptr_t word2)                                            \
	{                                                                                                    \
		new_form next = ours() ? NULL : NEXT(symbol, new_form);                                      \
                                                                                                             \
		return next ? next(size, word1, word2) : allocate(size, align, HD_PC());                     \
	}

#define DEFINE_DELETE(name, symbol)                                                                          \
	HD_EXPORT void name(void *p, uintptr_t word1, uintptr_t word2) __asm__(symbol);                      \
	void name(void *p, uintptr_t word1, uintptr_t word2)                                                 \
	{                                                                                                    \
		delete_form next = ours() ? NULL : NEXT(symbol, delete_form);                                \
                                                                                                             \
		if (next)                                                                                    \
			next(p, word1, word2);                                                               \
		else                                                                                         \
			hd_program_free(p, HD_PC());                                                         \
	}

DEFINE_NEW(new_one, "_Znwm", 1, new_or_throw)
DEFINE_NEW(new_array, "_Znam", 1, new_or_throw)
DEFINE_NEW(new_nothrow, "_ZnwmRKSt9nothrow_t", 1, hd_program_alloc)
DEFINE_NEW(new_array_nothrow, "_ZnamRKSt9nothrow_t", 1, hd_program_alloc)
DEFINE_NEW(new_aligned, "_ZnwmSt11align_val_t", word1, new_or_throw)
DEFINE_NEW(new_array_aligned, "_ZnamSt11align_val_t", word1, new_or_throw)
DEFINE_NEW(new_aligned_nothrow, "_ZnwmSt11align_val_tRKSt9nothrow_t", word1, hd_program_alloc)
DEFINE_NEW(new_array_aligned_nothrow, "_ZnamSt11align_val_tRKSt9nothrow_t", word1, hd_program_alloc)

DEFINE_DELETE(delete_one, "_ZdlPv")
DEFINE_DELETE(delete_array, "_ZdaPv")
DEFINE_DELETE(delete_sized, "_ZdlPvm")
DEFINE_DELETE(delete_array_sized, "_ZdaPvm")
DEFINE_DELETE(delete_nothrow, "_ZdlPvRKSt9nothrow_t")
DEFINE_DELETE(delete_array_nothrow, "_ZdaPvRKSt9nothrow_t")
DEFINE_DELETE(delete_aligned, "_ZdlPvSt11align_val_t")
DEFINE_DELETE(delete_array_aligned, "_ZdaPvSt11align_val_t")
DEFINE_DELETE(delete_sized_aligned, "_ZdlPvmSt11align_val_t")
DEFINE_DELETE(delete_array_sized_aligned, "_ZdaPvmSt11align_val_t")
DEFINE_DELETE(delete_aligned_nothrow, "_ZdlPvSt11align_val_tRKSt9nothrow_t")
DEFINE_DELETE(delete_array_aligned_nothrow, "_ZdaPvSt11align_val_tRKSt9nothrow_t")

static bool is_replaced(const char *symbol, void *own)
{
	void *used = dlsym(RTLD_DEFAULT, symbol);

	return used && used != own;
}

__attribute__((constructor)) static void look_for_replacements(void)
{
	replaced = is_replaced("_Znwm", (void *)new_one) || is_replaced("_Znam", (void *)new_array) ||
		   is_replaced("_ZnwmSt11align_val_t", (void *)new_aligned) ||
		   is_replaced("_ZdlPv", (void *)delete_one) || is_replaced("_ZdaPv", (void *)delete_array) ||
		   is_replaced("_ZdlPvSt11align_val_t", (void *)delete_aligned);
}
