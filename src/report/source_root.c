/* SPDX-License-Identifier: Apache-2.0 */
#include "report/source_root.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"

static bool has_repository(const char *folder)
{
	char *path = hd_sprintf("%s/.git", folder);
	bool there = !access(path, F_OK);

	free(path);
	return there;
}

/* GitHub Actions and GitLab say where they have put the project. */
static const char *root_by_environment(void)
{
	const char *folder = getenv("GITHUB_WORKSPACE");

	if (!folder)
		folder = getenv("CI_PROJECT_DIR");
	return folder && folder[0] == '/' && folder[1] ? folder : NULL;
}

char *hd_source_root(void)
{
	const char *given = root_by_environment();
	char *current = given ? hd_strdup(given) : getcwd(NULL, 0), *folder;

	if (!current)
		return hd_strdup("/");
	if (given)
		return current;
	folder = hd_strdup(current);
	while (*folder && !has_repository(folder))
		*strrchr(folder, '/') = '\0';
	if (!*folder) {
		free(folder);
		return current;
	}
	free(current);
	return folder;
}

const char *hd_below_root(const char *root, const char *file)
{
	size_t n = strlen(root);

	if (*file != '/')
		return file;
	if (n == 1)
		return file + 1;
	return !strncmp(file, root, n) && file[n] == '/' ? file + n + 1 : NULL;
}
