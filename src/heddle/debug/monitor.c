/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/debug/monitor.h"

#include "base/fail.h"

char *hd_monitor(struct hd_debug_session *s, const char *command)
{
	(void)s;
	return hd_sprintf("heddle: there is no command `%s`\n", command);
}
