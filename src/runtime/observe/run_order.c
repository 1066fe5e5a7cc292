/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/observe/run_order.h"

#include "runtime/engine/sched.h"
#include "runtime/engine/threads.h"

static struct hd_order *order;

struct hd_order *hd_run_order(void)
{
	return order;
}

void hd_run_order_init(struct hd_arena *arena)
{
	order = hd_aside_alloc(sizeof *order);
	order->arena = arena;
	order->threads = hd_aside_alloc(sizeof *order->threads * HD_MAX_THREADS);
	order->thread_run = hd_aside_alloc(sizeof *order->thread_run * HD_MAX_THREADS);
}

static hd_tid run_self(void)
{
	return hd_rt.run.current;
}

bool hd_orders_nothing(void)
{
	return hd_self()->ignores_order;
}

void hd_feed_send_slow(uint64_t object)
{
	if (!hd_orders_nothing())
		hd_order_send(order, run_self(), object);
}

void hd_feed_receive_slow(uint64_t object)
{
	if (!hd_orders_nothing())
		hd_order_receive(order, run_self(), object);
}

void hd_feed_tell_slow(hd_tid to, uint64_t object)
{
	hd_order_receive(order, to, object);
}

void hd_feed_pass_slow(hd_tid to)
{
	if (!hd_orders_nothing())
		hd_order_pass(order, run_self(), to);
}

void hd_feed_pass_to_all(void)
{
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++)
		if (hd_threads[i].life == HD_LIFE_ALIVE && i != run_self())
			hd_order_pass(order, run_self(), (hd_tid)i);
}

void hd_feed_fence_slow(int memory_order)
{
	if (!hd_orders_nothing())
		hd_order_fence(order, run_self(), (enum hd_memory_order)memory_order);
}
