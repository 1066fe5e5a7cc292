/* SPDX-License-Identifier: Apache-2.0
 *
 * The environment belongs to all threads, and libc does not keep readers apart from writers: each call is an
 * access to `environ`. */
#include <stdlib.h>
#include <unistd.h>

#include "runtime/common/real.h"
#include "runtime/access/string_real.h"

static void reads_environment(const char *name, uintptr_t pc)
{
	if (!hd_by_program(pc))
		return;
	hd_reads_string(name, PTRDIFF_MAX, pc);
	hd_reads(&environ, sizeof environ, pc);
}

static void changes_environment(const char *name, uintptr_t pc)
{
	if (!hd_by_program(pc))
		return;
	if (name)
		hd_reads_string(name, PTRDIFF_MAX, pc);
	hd_writes(&environ, sizeof environ, pc);
}

HD_EXPORT char *getenv(const char *name)
{
	reads_environment(name, HD_PC());
	return HD_REAL(getenv)(name);
}

HD_EXPORT char *secure_getenv(const char *name)
{
	reads_environment(name, HD_PC());
	return HD_REAL(secure_getenv)(name);
}

HD_EXPORT int setenv(const char *name, const char *value, int replace)
{
	if (hd_by_program(HD_PC()))
		hd_reads_string(value, PTRDIFF_MAX, HD_PC());
	changes_environment(name, HD_PC());
	return HD_REAL(setenv)(name, value, replace);
}

HD_EXPORT int unsetenv(const char *name)
{
	changes_environment(name, HD_PC());
	return HD_REAL(unsetenv)(name);
}

HD_EXPORT int putenv(char *setting)
{
	changes_environment(setting, HD_PC());
	return HD_REAL(putenv)(setting);
}

HD_EXPORT int clearenv(void)
{
	changes_environment(NULL, HD_PC());
	return HD_REAL(clearenv)();
}
