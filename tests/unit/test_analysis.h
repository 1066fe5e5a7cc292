/* SPDX-License-Identifier: Apache-2.0
 *
 * What tests of analyses share: the memory of a run, and its happens-before order. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analysis/order.h"
#include "model/capacity.h"

static struct hd_arena arena;
static struct hd_order order;

static void make_order(size_t bytes)
{
	arena = (struct hd_arena){.base = malloc(bytes), .size = bytes};
	order = (struct hd_order){.arena = &arena,
				  .threads = calloc(HD_MAX_THREADS, sizeof *order.threads),
				  .thread_run = calloc(HD_MAX_THREADS, sizeof *order.thread_run)};
	assert_true(arena.base && order.threads && order.thread_run);
}

static void free_order(void)
{
	free(arena.base);
	free(order.threads);
	free(order.thread_run);
}
