/* SPDX-License-Identifier: Apache-2.0
 *
 * A command of heddle: one file each (cmd_NAME.c), listed once in main.c. */
#pragma once

#include <stdbool.h>

/* What every command returns. */
enum {
	HD_STATUS_OK = 0,     /* nothing failed                                                        */
	HD_STATUS_FAILED = 1, /* a failure of the program under test was found, or happened again      */
	HD_STATUS_TROUBLE = 2 /* misuse or an environment problem; one sentence was printed on stderr  */
};

/* What Automake's and Meson's test drivers understand, if `heddle test` is asked to say it. */
enum { HD_AUTOMAKE_SKIP = 77, HD_AUTOMAKE_ERROR = 99 };

struct hd_cmd {
	const char *name;
	const char *synopsis;		   /* what follows the name: "[OPTION...] BUG" */
	const char *help;		   /* one line, no full stop */
	int (*run)(int argc, char **argv); /* argv[0] is "heddle NAME", fit for argp */
};

extern const struct hd_cmd hd_cmd_test;
extern const struct hd_cmd hd_cmd_replay;
extern const struct hd_cmd hd_cmd_minimize;
extern const struct hd_cmd hd_cmd_show;
extern const struct hd_cmd hd_cmd_report;
extern const struct hd_cmd hd_cmd_coverage;
extern const struct hd_cmd hd_cmd_static;
extern const struct hd_cmd hd_cmd_gen;
extern const struct hd_cmd hd_cmd_suite;
extern const struct hd_cmd hd_cmd_campaign;
extern const struct hd_cmd hd_cmd_analyze;
extern const struct hd_cmd hd_cmd_doctor;
extern const struct hd_cmd hd_cmd_worker;
