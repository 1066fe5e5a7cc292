/* SPDX-License-Identifier: Apache-2.0
 *
 * The options of `heddle test` as --help shows them. */
#pragma once

#include <argp.h>

/* Options without a letter. */
enum {
	OPT_DEPTH = 256,
	OPT_BOUND,
	OPT_COMPARE,
	OPT_ROUNDS,
	OPT_SEED,
	OPT_OUT,
	OPT_STORE,
	OPT_KNOWN_AS,
	OPT_NO_STORE,
	OPT_ANEW,
	OPT_RETRY,
	OPT_WINDOW,
	OPT_ATTEMPTS,
	OPT_UNTIL_COVERED,
	OPT_JSON,
	OPT_SARIF,
	OPT_JUNIT,
	OPT_ANNOTATIONS,
	OPT_BASELINE,
	OPT_EXIT_CODES,
	OPT_HTML,
	OPT_MINIMIZE,
	OPT_TIMEOUT,
	OPT_EXPECT_EXIT,
	OPT_CHILDREN,
	OPT_RESET,
	OPT_BACKTRACK,
	OPT_POINTS,
	OPT_HEAP,
	OPT_TIMEOUTS,
	OPT_SPURIOUS,
	OPT_MAX_STEPS,
	OPT_HASHES,
	OPT_VERIFY,
	OPT_CHECK,
	OPT_FAIL_ON,
	OPT_SUPPRESSIONS,
	OPT_PROJECT,
	OPT_RECORD,
	OPT_EXPLAIN_SETS,
	OPT_EXPLAIN_PAIRS,
	OPT_SAVE_SCHEDULE,
	OPT_CAPACITY,
	OPT_SETUP,
	OPT_READY,
	OPT_CLIENT,
	OPT_TEARDOWN,
	OPT_GRACE,
	OPT_NETWORK,
	OPT_ENV,
	OPT_INPUTS,
	HD_TEST_KEYS /* all keys are less */
};

/* The options, and the strategies as lines of --help. To be freed. */
struct argp_option *hd_test_option_table(void);
