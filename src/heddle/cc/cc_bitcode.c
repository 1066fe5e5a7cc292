/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/cc/cc_bitcode.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "heddle/cc/cc_option.h"
#include "model/static/bitcode.h"

static bool starts_with(const char *word, const char *start)
{
	return !strncmp(word, start, strlen(start));
}

bool hd_cc_optimises_at_link(const struct hd_words *words)
{
	bool on = false;

	for (size_t i = 0; i < words->count; i++)
		if (!strcmp(words->at[i], "-flto") || starts_with(words->at[i], "-flto="))
			on = true;
		else if (!strcmp(words->at[i], "-fno-lto"))
			on = false;
	return on;
}

/* lld reads the code of an object whatever else is in it. */
static bool links_with_lld(const struct hd_words *words)
{
	bool lld = false;

	for (size_t i = 0; i < words->count; i++)
		if (starts_with(words->at[i], "-fuse-ld="))
			lld = strstr(words->at[i], "lld") != NULL;
	return lld;
}

/* The name of the section is in the file, be it an object or an archive of objects. */
static bool names_section(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	void *bytes = MAP_FAILED;
	bool named = false;

	if (fd < 0)
		return false;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size > 0)
		bytes = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	if (bytes == MAP_FAILED)
		return false;
	named = memmem(bytes, (size_t)st.st_size, HD_BITCODE_SECTION, sizeof HD_BITCODE_SECTION) != NULL;
	munmap(bytes, (size_t)st.st_size);
	return named;
}

/* -lNAME, in the folders that -L names. */
static bool library_has_bitcode(const struct hd_words *words, const char *name, char *path, size_t size)
{
	for (size_t i = 0; i < words->count; i++) {
		const char *folder = words->at[i] + 2;

		if (!starts_with(words->at[i], "-L"))
			continue;
		if (!*folder && i + 1 < words->count)
			folder = words->at[i + 1];
		snprintf(path, size, "%s/lib%s.a", folder, name);
		if (names_section(path))
			return true;
	}
	return false;
}

bool hd_cc_takes_bitcode(const struct hd_words *words, char *reason, size_t size)
{
	char path[4096];

	if (!hd_cc_optimises_at_link(words) || links_with_lld(words))
		return false;
	for (size_t i = 0; i < words->count; i++) {
		const char *word = words->at[i];

		snprintf(path, sizeof path, "%s", word);
		if (starts_with(word, "-l") ? library_has_bitcode(words, word + 2, path, sizeof path)
					    : word[0] != '-' && hd_cc_input_by_name(word) == HD_CC_OBJECT &&
						  names_section(word)) {
			snprintf(
			    reason, size,
			    "with -flto, the linker would take the bitcode that is kept in %s instead of its "
			    "instrumented code; compile it with --no-bitcode or with -flto, or link with "
			    "-fuse-ld=lld",
			    path);
			return true;
		}
		if (hd_cc_takes_next(word))
			i++;
	}
	return false;
}
