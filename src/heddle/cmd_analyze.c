/* SPDX-License-Identifier: Apache-2.0
 *
 * heddle analyze: violations of atomic sets in a log that `heddle test --record` wrote. */
#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"
#include "heddle/failures/findings_alike.h"
#include "heddle/cli/cmd.h"
#include "heddle/sets/atomic_sets.h"
#include "heddle/sets/postmortem.h"
#include "report/build/finding_report.h"
#include "report/render/failure_text.h"
#include "report/report.h"

struct analyze_options {
	const char *log;
	bool quiet;
};

static error_t parse_analyze_option(int key, char *arg, struct argp_state *state)
{
	struct analyze_options *o = state->input;

	switch (key) {
	case 'q':
		o->quiet = true;
		return 0;
	case ARGP_KEY_ARG:
		if (o->log)
			argp_error(state, "one log at a time");
		o->log = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "which log?");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option options[] = {{"quiet", 'q', NULL, 0, "only say how many there are", 0}, {0}};

static const struct argp parser = {
    .options = options,
    .parser = parse_analyze_option,
    .args_doc = "LOG",
    .doc =
	"Looks for violations of atomic sets in the runs that `heddle test --record=LOG` recorded, and tells "
	"what --check=atomic-set would have told while they happened."};

/* If the program is still there: blocks are named by what its debug information says. */
static void name_blocks(struct hd_wire *wire, struct hd_atomic_sets *sets, struct hd_symbols *symbols)
{
	const char *program = wire->modules[0].path;

	if (!wire->nmodules || access(program, R_OK) || hd_atomic_sets_init(sets, program, NULL))
		return;
	hd_atomic_sets_send(sets, wire);
	hd_symbols_name_heap(symbols, hd_atomic_sets_heap, sets);
}

/* Findings about the same lines of source are reported once. */
static unsigned tell_all(const struct hd_postmortem *p, bool quiet)
{
	struct hd_symbols *symbols = hd_symbols_new();
	struct hd_atomic_sets sets = {0};
	struct hd_report *told[HD_MAX_FINDINGS];
	unsigned n = 0;

	name_blocks(p->wire, &sets, symbols);
	for (uint32_t i = 0; i < p->wire->nfindings && i < HD_MAX_FINDINGS; i++) {
		struct hd_report *r = hd_report_of_finding(p->wire, i, symbols);
		bool known = false;

		for (unsigned k = 0; r && k < n; k++)
			known |= hd_findings_alike(told[k], r);
		if (!r || known) {
			hd_report_free(r);
			continue;
		}
		told[n++] = r;
		if (quiet)
			continue;
		hd_report_print(r, stdout, false);
		putchar('\n');
	}
	for (unsigned i = 0; i < n; i++)
		hd_report_free(told[i]);
	hd_symbols_free(symbols);
	hd_atomic_sets_term(&sets);
	return n;
}

static int analyze(const struct analyze_options *o, const uint8_t *log, size_t size)
{
	struct hd_postmortem p = hd_postmortem(log, size);
	int status = HD_STATUS_OK;
	unsigned n;

	if (p.error) {
		status = hd_complain("cannot analyze %s: %s", o->log, p.error);
	} else {
		n = tell_all(&p, o->quiet);
		printf("heddle: %u violation%s of atomic sets in %" PRIu64 " recorded run%s\n", n,
		       n == 1 ? "" : "s", p.runs, p.runs == 1 ? "" : "s");
	}
	hd_postmortem_term(&p);
	return status;
}

static int cmd_analyze(int argc, char **argv)
{
	struct analyze_options o = {0};
	struct stat st;
	void *log;
	int fd, status;

	argp_err_exit_status = HD_STATUS_TROUBLE;
	argp_parse(&parser, argc, argv, 0, NULL, &o);
	fd = open(o.log, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &st))
		return hd_complain_errno(errno, "cannot read %s", o.log);
	if (!S_ISREG(st.st_mode) || !st.st_size) {
		close(fd);
		return hd_complain("cannot analyze %s: it was not written by heddle test --record", o.log);
	}
	log = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	if (log == MAP_FAILED)
		return hd_complain_errno(errno, "cannot read %s", o.log);
	status = analyze(&o, log, (size_t)st.st_size);
	munmap(log, (size_t)st.st_size);
	return status;
}

const struct hd_cmd hd_cmd_analyze = {"analyze", "[OPTION...] LOG",
				      "look for violations of atomic sets in a recorded log", cmd_analyze};
