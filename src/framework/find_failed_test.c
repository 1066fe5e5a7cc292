/* SPDX-License-Identifier: Apache-2.0 */
#include "framework/find_failed_test.h"

#include "framework/framework.h"

bool hd_failed_test_find(struct hd_failed_test *t, const char *output, size_t size, bool ended)
{
	struct hd_lines lines;
	bool found = false;

	hd_lines_split(&lines, output, size);
	for (size_t i = 0; !found && hd_framework_at(i); i++) {
		const struct hd_framework *f = hd_framework_at(i);

		*t = (struct hd_failed_test){.framework = f->name};
		found = f->find_failed(&lines, ended, t);
		if (!found)
			hd_failed_test_free(t);
	}
	hd_lines_free(&lines);
	return found;
}
