/* SPDX-License-Identifier: Apache-2.0
 *
 * Random bytes from the system are the same in every run, whatever its schedule and its seed: the n-th
 * request gets the n-th part of one fixed sequence, so that runs differ only in their schedule. */
#include "runtime/reset/wrap_random.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

#include "runtime/common/real.h"
#include "runtime/engine/sched.h"

#define ENTROPY_MAX 256 /* getentropy() gives no more at once */

#if __GLIBC_PREREQ(2, 36) == 0
uint32_t arc4random(void);
void arc4random_buf(void *buf, size_t size);
uint32_t arc4random_uniform(uint32_t bound);
#endif

/* std::random_device would ask the processor. This is its member function, called with `this`. */
unsigned random_device_value(void *device) __asm__("_ZNSt13random_device9_M_getvalEv");

static uint64_t drawn;

void hd_random_run_begin(void)
{
	drawn = 0;
}

static uint64_t draw(void)
{
	return hd_mix64(hd_mix64(drawn++));
}

void hd_random_fill(void *buf, size_t size)
{
	unsigned char *out = buf;
	uint64_t word = 0;

	for (size_t i = 0; i < size; i++) {
		if (i % sizeof word == 0)
			word = draw();
		out[i] = (unsigned char)(word >> 8 * (i % sizeof word));
	}
}

HD_EXPORT ssize_t getrandom(void *buf, size_t size, unsigned flags)
{
	if (!hd_active())
		return HD_REAL(getrandom)(buf, size, flags);
	hd_random_fill(buf, size);
	return (ssize_t)size;
}

HD_EXPORT int getentropy(void *buf, size_t size)
{
	if (!hd_active())
		return HD_REAL(getentropy)(buf, size);
	if (size > ENTROPY_MAX) {
		errno = EIO;
		return -1;
	}
	hd_random_fill(buf, size);
	return 0;
}

HD_EXPORT uint32_t arc4random(void)
{
	if (!hd_active())
		return HD_REAL(arc4random)();
	return (uint32_t)draw();
}

HD_EXPORT void arc4random_buf(void *buf, size_t size)
{
	if (!hd_active()) {
		HD_REAL(arc4random_buf)(buf, size);
		return;
	}
	hd_random_fill(buf, size);
}

HD_EXPORT uint32_t arc4random_uniform(uint32_t bound)
{
	if (!hd_active())
		return HD_REAL(arc4random_uniform)(bound);
	return (uint32_t)(((draw() >> 32) * bound) >> 32);
}

HD_EXPORT unsigned random_device_value(void *device)
{
	unsigned (*real)(void *);

	if (hd_active())
		return (unsigned)draw();
	real = (unsigned (*)(void *))hd_real_symbol("_ZNSt13random_device9_M_getvalEv");
	return real(device);
}
