/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/debug/gdb_start.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/fail.h"

/* A stack ends where the address to return to is 0 (stack_ends.h), which gdb shows as one more frame. */
#define HIDE_END                                                                                             \
	"python gdb.frame_filters['heddle'] = type('Heddle', (), {'name': 'heddle', 'priority': 100, "       \
	"'enabled': True, "                                                                                  \
	"'filter': lambda self, frames: (f for f in frames if f.inferior_frame().pc())})()"

/* A monitor command may have moved the program: gdb reads everything anew, and selects the thread that goes
 * on. */
#define FOLLOW_MONITOR                                                                                       \
	"python exec(\"def heddle_do(command):\\n"                                                           \
	" try: return gdb.execute(command, to_string=True)\\n"                                               \
	" except gdb.error: return ''\\n"                                                                    \
	"def heddle_follow():\\n"                                                                            \
	" heddle_do('maintenance flush register-cache')\\n"                                                  \
	" heddle_do('info threads')\\n"                                                                      \
	" q = heddle_do('maintenance packet qC').split('QC')[-1].split(chr(34))[0]\\n"                       \
	" for t in gdb.selected_inferior().threads():\\n"                                                    \
	"  if t.is_valid() and int(q or '0', 16) in t.ptid[1:]: t.switch()\\n"                               \
	" gdb.execute('frame')\\n\")"
#define HOOK_MONITOR "python gdb.execute('define hookpost-monitor\\npython heddle_follow()\\nend')"

static const char *const commands[] = {
    "set pagination off",
    "set sysroot /",
    "set breakpoint pending on",
    "set print thread-events off",
    HIDE_END,
    FOLLOW_MONITOR,
    HOOK_MONITOR,
    "skip -gfi */src/runtime/*",
};

static char **gdb_arguments(const struct hd_target *t, const struct hd_listener *l)
{
	size_t n = 0, m = sizeof(commands) / sizeof(*commands);
	char **argv = hd_new(2 * m + 16, sizeof(*argv));

	argv[n++] = hd_strdup("gdb");
	argv[n++] = hd_strdup("-q");
	for (size_t i = 0; i < m; i++) {
		argv[n++] = hd_strdup("-ex");
		argv[n++] = hd_strdup(commands[i]);
	}
	argv[n++] = hd_strdup("-ex");
	argv[n++] = hd_sprintf("target extended-remote %s", l->path);
	argv[n++] = hd_strdup(t->program);
	return argv;
}

pid_t hd_gdb_start(const struct hd_target *t, const struct hd_listener *l)
{
	char **argv = gdb_arguments(t, l);
	pid_t pid = fork();

	if (!pid) {
		hd_signals_restore(t->signals);
		execvp(argv[0], argv);
		hd_complain_errno(errno, "cannot start gdb");
		_exit(HD_NO_GDB);
	}
	for (char **word = argv; *word; word++)
		free(*word);
	free(argv);
	return pid;
}
