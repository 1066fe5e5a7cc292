/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/reset/random_device.h"

#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "runtime/common/real.h"
#include "runtime/engine/sched.h"
#include "runtime/reset/wrap_random.h"

#define MEMORY_MAJOR  1
#define RANDOM_MINOR  8
#define URANDOM_MINOR 9

bool hd_is_random_device(const struct stat *st)
{
	return S_ISCHR(st->st_mode) && major(st->st_rdev) == MEMORY_MAJOR &&
	       (minor(st->st_rdev) == RANDOM_MINOR || minor(st->st_rdev) == URANDOM_MINOR);
}

static ssize_t read_cookie(void *cookie, char *to, size_t size)
{
	(void)cookie;
	if (!hd_active()) /* in a child of the program */
		return HD_REAL(getrandom)(to, size, 0);
	hd_random_fill(to, size);
	return (ssize_t)size;
}

/* libc reads for its streams by calls of its own, which the runtime does not see, so the program gets a
 * stream of another kind. Code that was not rebuilt may ask for the stream's descriptor, as libstdc++ does:
 * it gets the real one. */
FILE *hd_random_stream(const char *path, const char *mode, uintptr_t pc)
{
	static const cookie_io_functions_t functions = {.read = read_cookie};

	if (!hd_active() || !path ||
	    (strcmp(path, "/dev/urandom") != 0 && strcmp(path, "/dev/random") != 0) ||
	    !hd_caller_controlled(pc))
		return NULL;
	return fopencookie(NULL, mode, functions);
}
