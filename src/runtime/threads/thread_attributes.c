/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/threads/thread_attributes.h"

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
