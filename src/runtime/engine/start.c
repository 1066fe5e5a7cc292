/* SPDX-License-Identifier: Apache-2.0
 *
 * Between the loader and main: with heddle, main is handed to the control loop; without it, nothing happens.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <unistd.h>

#include "runtime/arch/arch.h"
#include "runtime/common/real.h"
#include "runtime/common/rt.h"
#include "runtime/common/site.h"
#include "runtime/engine/control.h"
#include "runtime/state/hooks.h"
#include "runtime/memory/snapshot.h"

#define RANDOM_BYTES  16
#define STACK_DEFAULT (8UL << 20)
#define STACK_GAP     4096UL /* between the loader's frames and main's */
#define RUNTIME_NAME  "libheddle-rt.so"

typedef int main_function(int, char **, char **);

extern void *__libc_stack_end;

static main_function *program_main;

/* The lowest address that the main stack may reach. */
static uintptr_t stack_limit(uintptr_t main_sp)
{
	uintptr_t end = (uintptr_t)__libc_stack_end, size = STACK_DEFAULT;
	struct rlimit limit;

	if (!getrlimit(RLIMIT_STACK, &limit) && limit.rlim_cur != RLIM_INFINITY)
		size = limit.rlim_cur;
	return end > size && end - size < main_sp ? end - size : main_sp - STACK_DEFAULT / 2;
}

/* The program does not know of the padding, so it need not be put back after each run. */
static void leave_out_padding(void)
{
	for (char **variable = environ; *variable; variable++)
		if (!strncmp(*variable, HD_PAD_ENV "=", sizeof HD_PAD_ENV))
			hd_snapshot_exclude(*variable, strlen(*variable));
}

/* Programs that this one starts are not under test: they must find neither the shared memory nor the
 * preloaded runtime. */
static void tidy_environment(void)
{
	char *preload = getenv("LD_PRELOAD"), *name, *start, *end;

	leave_out_padding();
	unsetenv(HD_WIRE_ENV);
	unsetenv(HD_PAD_ENV);
	name = preload ? strstr(preload, RUNTIME_NAME) : NULL;
	if (!name)
		return;
	for (start = name; start > preload && start[-1] != ':' && start[-1] != ' '; start--)
		;
	end = name + strlen(RUNTIME_NAME);
	end += *end == ':' || *end == ' ';
	memmove(start, end, strlen(end) + 1);
	if (!*preload)
		unsetenv("LD_PRELOAD");
}

/* The kernel gives each process 16 random bytes, of which libc makes the value that guards stack frames: it
 * lies on every stack, and programs may take the bytes for a seed. The frames below us, which hold the old
 * value, are never returned to. */
static void fix_random_bytes(void)
{
	unsigned char *bytes = (unsigned char *)getauxval(AT_RANDOM);

	for (unsigned i = 0; bytes && i < RANDOM_BYTES; i++)
		bytes[i] = (unsigned char)hd_mix64(i);
	hd_arch_set_guard(hd_mix64(RANDOM_BYTES) & ~0xffULL); /* ends strings that run into it */
}

static int controlled_main(int argc, char **argv, char **env)
{
	uintptr_t main_sp = ((uintptr_t)__builtin_frame_address(0) - STACK_GAP) & ~(uintptr_t)15;

	(void)env;
	tidy_environment();
	fix_random_bytes();
	hd_arch_init();
	hd_sites_init();
	hd_control_start(program_main, argc, argv, main_sp, stack_limit(main_sp));
}

HD_EXPORT int __libc_start_main(main_function *function, int argc, char **argv, void (*init)(void),
				void (*fini)(void), void (*rtld_fini)(void), void *stack_end)
{
	__typeof__(&__libc_start_main) real = hd_real_symbol("__libc_start_main");

	hd_rt_init();
	if (hd_rt.mode == HD_MODE_CONTROL) {
		program_main = function;
		function = controlled_main;
		hd_hooks.process_starts();
	}
	return real(function, argc, argv, init, fini, rtld_fini, stack_end);
}
