/* SPDX-License-Identifier: Apache-2.0 */
#include "framework/framework.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"

/* Those with forms that no other framework has come first: GoogleTest's are the model for cmocka's. */
static const struct hd_framework *const frameworks[] = {&hd_framework_boost,   &hd_framework_check,
							&hd_framework_doctest, &hd_framework_catch2,
							&hd_framework_cmocka,  &hd_framework_gtest};

const struct hd_framework *hd_framework_at(size_t i)
{
	return i < sizeof(frameworks) / sizeof(frameworks[0]) ? frameworks[i] : NULL;
}

static bool has_mark(const struct hd_framework *f, const void *file, size_t size)
{
	for (size_t i = 0; i < sizeof(f->marks) / sizeof(f->marks[0]) && f->marks[i]; i++)
		if (memmem(file, size, f->marks[i], strlen(f->marks[i])))
			return true;
	return false;
}

static const struct hd_framework *framework_of_bytes(const void *file, size_t size)
{
	for (size_t i = 0; hd_framework_at(i); i++)
		if (has_mark(frameworks[i], file, size))
			return frameworks[i];
	return NULL;
}

const struct hd_framework *hd_framework_of(const char *path)
{
	const struct hd_framework *found = NULL;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	void *file;

	if (fd < 0)
		return NULL;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size > 0) {
		file = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
		if (file != MAP_FAILED) {
			found = framework_of_bytes(file, (size_t)st.st_size);
			munmap(file, (size_t)st.st_size);
		}
	}
	close(fd);
	return found;
}

void hd_framework_set_up(const struct hd_framework *f)
{
	const char *value = f && f->setting ? strchr(f->setting, '=') : NULL;
	char *name;

	if (!value)
		return;
	name = hd_sprintf("%.*s", (int)(value - f->setting), f->setting);
	setenv(name, value + 1, 0);
	free(name);
}
