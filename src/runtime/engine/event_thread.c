/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/engine/event_thread.h"

#include "runtime/engine/threads.h"

void *hd_attr_stack(const pthread_attr_t *attr, size_t *size)
{
	void *stack = NULL;

	*size = 0;
	if (pthread_attr_getstack(attr, &stack, size))
		return NULL;
	/* Without a stack of its own, libc tells the one that would end at address 0. */
	return (uintptr_t)stack + *size == 0 ? NULL : stack;
}

void hd_event_thread_init(struct hd_event_thread *e, const struct sigevent *event, uint32_t site)
{
	pthread_attr_t usual, *attr = event->sigev_notify_attributes;

	*e = (struct hd_event_thread){
	    .function = event->sigev_notify_function, .value = event->sigev_value, .site = site};
	pthread_attr_init(&usual);
	if (!attr)
		attr = &usual;
	e->stack = hd_attr_stack(attr, &e->stack_size);
	if (!e->stack)
		pthread_attr_getguardsize(attr, &e->guard_size);
	pthread_attr_destroy(&usual);
}

struct hd_thread *hd_event_thread_start(const struct hd_event_thread *e)
{
	struct hd_thread *t;
	unsigned long handle;

	/* A union sigval is passed as a pointer is, and nothing looks at the result. */
	if (hd_thread_create((void *(*)(void *))(void *)e->function, e->value.sival_ptr, &handle, e->site,
			     true, e->stack, e->stack_size) == HD_NO_TID)
		return NULL;
	t = hd_thread_by_handle(handle);
	t->sigmask = 0;
	t->guard_size = e->guard_size;
	t->stack_size = e->stack_size ? e->stack_size : (size_t)(t->stack_hi - t->stack_lo);
	return t;
}
