/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/server/server_ready.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/number.h"

#define PORT_MAX  65535
#define TCP_STATE 0x0a /* listening: linux/tcp.h, TCP_LISTEN */
#define UDP_STATE 0x07 /* bound                               */

char *hd_ready_init(struct hd_readiness *r, const char *text)
{
	uint64_t port = 0;
	char why[256];
	int error;

	*r = (struct hd_readiness){0};
	if (text[strspn(text, "0123456789")] == '\0') {
		if (!hd_parse_count(text, PORT_MAX, &port) || !port)
			return hd_sprintf("a port is a number from 1 to %d, not `%s`", PORT_MAX, text);
		r->port = (unsigned)port;
		return NULL;
	}
	error = regcomp(&r->pattern, text, REG_EXTENDED | REG_NEWLINE | REG_NOSUB);
	if (!error)
		return NULL;
	regerror(error, &r->pattern, why, sizeof(why));
	return hd_sprintf("`%s` is no regular expression: %s", text, why);
}

void hd_ready_term(struct hd_readiness *r)
{
	if (!r->port)
		regfree(&r->pattern);
}

/* "  sl  local_address rem_address   st …", addresses as HEX:PORT */
static bool has_port(const char *line, unsigned port, unsigned state)
{
	unsigned local, st;

	return sscanf(line, " %*u: %*[0-9A-Fa-f]:%x %*[0-9A-Fa-f]:%*x %x", &local, &st) == 2 &&
	       local == port && st == state;
}

static bool listed(pid_t pid, const char *table, unsigned port, unsigned state)
{
	char path[64], line[512];
	bool found = false;
	FILE *f;

	if (pid)
		snprintf(path, sizeof(path), "/proc/%ld/net/%s", (long)pid, table);
	else
		snprintf(path, sizeof(path), "/proc/self/net/%s", table);
	f = fopen(path, "re");
	while (f && !found && fgets(line, sizeof(line), f))
		found = has_port(line, port, state);
	if (f)
		fclose(f);
	return found;
}

bool hd_ready_taken(const struct hd_readiness *r, pid_t pid)
{
	return r->port &&
	       (listed(pid, "tcp", r->port, TCP_STATE) || listed(pid, "tcp6", r->port, TCP_STATE) ||
		listed(pid, "udp", r->port, UDP_STATE) || listed(pid, "udp6", r->port, UDP_STATE));
}

bool hd_ready_said(const struct hd_readiness *r, const struct hd_capture *output)
{
	size_t n = output->total < HD_CAPTURE_HEAD ? output->total : HD_CAPTURE_HEAD;
	regmatch_t whole = {.rm_so = 0, .rm_eo = (regoff_t)n};

	return !r->port && !regexec(&r->pattern, output->head, 1, &whole, REG_STARTEND);
}
