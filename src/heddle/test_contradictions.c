/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/test_contradictions.h"

#include "heddle/cli/cmd.h"
#include "model/check.h"
#include "strategy/strategy.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* ---- two options, one of which makes the other one void ---- */

static const struct {
	int one, other;
	const char *sentence;
} exclusive[] = {
    {'q', 'v', "-q prints less and -v prints more: give one of them"},
    {OPT_STORE, OPT_NO_STORE,
     "--store names a file for the store, and --no-store uses none: give one of them"},
    {OPT_STORE, OPT_HASHES,
     "--hashes is for searches that start from nothing and use no store: leave --store out"},
    {OPT_ANEW, OPT_NO_STORE,
     "--anew leaves aside the unfinished search in the store, and --no-store reads no store: give one of "
     "them"},
    {OPT_DEPTH, OPT_BOUND, "--bound N is --depth N + 1 of a systematic search: give one of them"},
    {OPT_COMPARE, 's', "--compare names the strategies: leave -s out"},
    {OPT_COMPARE, OPT_HASHES, "--hashes is for one search, and --compare makes several: give one of them"},
    {OPT_COMPARE, OPT_SARIF, "--sarif is for one search, and --compare makes several: give one of them"},
    {OPT_COMPARE, OPT_JUNIT, "--junit is for one search, and --compare makes several: give one of them"},
    {OPT_COMPARE, OPT_ANNOTATIONS,
     "--annotations is for one search, and --compare makes several: give one of them"},
    {OPT_COMPARE, OPT_BASELINE,
     "--baseline is for one search, and --compare makes several: give one of them"},
    {OPT_COMPARE, OPT_HTML, "--html is for one search, and --compare makes several: give one of them"},
    {OPT_COMPARE, OPT_VERIFY, "--verify is for one search, and --compare makes several: give one of them"},
    {OPT_COMPARE, OPT_SAVE_SCHEDULE,
     "--save-schedule is for one search, and --compare makes several: give one of them"},
    {OPT_COMPARE, OPT_STORE,
     "--compare starts each search from nothing and uses no store: leave --store out"},
    {OPT_COMPARE, OPT_ANEW, "--compare starts each search from nothing: leave --anew out"},
    {OPT_COMPARE, OPT_UNTIL_COVERED,
     "--until-covered ends a search early, and --compare gives each the same budget: give one of them"},
    {OPT_INPUTS, OPT_COMPARE,
     "--compare is for one search, and --inputs makes one with each input: give one of them"},
    {OPT_INPUTS, OPT_HASHES,
     "--hashes is for one search, and --inputs makes one with each input: give one of them"},
    {OPT_INPUTS, OPT_SAVE_SCHEDULE,
     "--save-schedule is for one search, and --inputs makes one with each input: give one of them"},
    {OPT_INPUTS, OPT_RECORD,
     "--record is for one search, and --inputs makes one with each input: give one of them"},
    {OPT_INPUTS, OPT_HTML,
     "--html is for one search, and --inputs makes one with each input: give one of them; heddle report "
     "makes pages of all"},
    {OPT_INPUTS, OPT_ANNOTATIONS,
     "--annotations is for one search, and --inputs makes one with each input: give one of them"},
    {OPT_INPUTS, OPT_NO_STORE,
     "--inputs compares what the inputs cover by the store, and --no-store uses none: give one of them"},
};

/* ---- an option that is for some searches only ---- */

static bool compares(const struct hd_test_arguments *a, const struct hd_strategy_ops *s)
{
	(void)s;
	return a->compare.n;
}

static bool has_server(const struct hd_test_arguments *a, const struct hd_strategy_ops *s)
{
	(void)s;
	return hd_is_surrounded(&a->around);
}

static bool goes_on(const struct hd_test_arguments *a, const struct hd_strategy_ops *s)
{
	return a->test.search.strategy < 0 || s->systematic;
}

static bool has_bound(const struct hd_test_arguments *a, const struct hd_strategy_ops *s)
{
	(void)a;
	return s->bounds;
}

static bool predicts_interleavings(const struct hd_test_arguments *a, const struct hd_strategy_ops *s)
{
	(void)a;
	return s->aims & HD_AIM_BIT(HD_AIM_IROOT);
}

static bool tries_interleavings(const struct hd_test_arguments *a, const struct hd_strategy_ops *s)
{
	return a->test.search.strategy < 0 || predicts_interleavings(a, s);
}

static bool orders_pairs(const struct hd_test_arguments *a, const struct hd_strategy_ops *s)
{
	(void)a;
	return s->orders;
}

static const struct {
	int option;
	bool (*fits)(const struct hd_test_arguments *a, const struct hd_strategy_ops *s);
	const char *sentence;
} special[] = {
    {OPT_ROUNDS, compares, "--rounds is for --compare"},
    {OPT_GRACE, has_server, "--grace is for servers: it needs --client, --ready, --setup or --teardown"},
    {OPT_BOUND, has_bound, "--bound is for -s chess and -s delay-bound"},
    {OPT_ANEW, goes_on,
     "--anew is for auto and systematic strategies such as dpor: no other search goes on with an earlier "
     "one"},
    {OPT_RETRY, predicts_interleavings, "--retry is for -s maple: no other strategy predicts interleavings"},
    {OPT_ATTEMPTS, tries_interleavings,
     "--attempts is for -s maple and -s auto: no other strategy tries interleavings"},
    {OPT_UNTIL_COVERED, predicts_interleavings,
     "--until-covered is for -s maple: no other strategy knows what is covered"},
    {OPT_EXPLAIN_PAIRS, orders_pairs,
     "--explain-pairs is for -s value: no other strategy tries orders of pairs"},
};

/* With --compare an option is for those of the strategies that it fits. */
static bool fits_a_search(const struct hd_test_arguments *a, size_t rule)
{
	bool fits = special[rule].fits(a, hd_strategy_at(a->test.search.strategy));

	for (size_t i = 0; i < a->compare.n; i++)
		fits |= special[rule].fits(a, hd_strategy_at(a->compare.indices[i]));
	return fits;
}

/* ---- values of options ---- */

/* `--fail-on all` names them, too, but does not ask for them. */
static bool counts_early_timeouts(const struct hd_test_arguments *a)
{
	return a->given[OPT_FAIL_ON] && (a->test.fail_on & HD_FAIL_ON_EARLY) &&
	       (a->test.fail_on & HD_CHECK_ALL) != HD_CHECK_ALL;
}

static const char *bad_value(const struct hd_test_arguments *a)
{
	if (a->test.search.timeouts == HD_TIMEOUTS_LATE && counts_early_timeouts(a))
		return "--fail-on early-timeout is about time-outs that end early, and with --timeouts late "
		       "none "
		       "does";
	return NULL;
}

void hd_refuse_contradictions(const struct hd_test_arguments *a, const struct argp_state *state)
{
	const char *sentence = bad_value(a);

	for (size_t i = 0; i < COUNT(special); i++)
		if (a->given[special[i].option] && !fits_a_search(a, i))
			sentence = special[i].sentence;
	for (size_t i = 0; i < COUNT(exclusive); i++)
		if (a->given[exclusive[i].one] && a->given[exclusive[i].other])
			sentence = exclusive[i].sentence;
	if (sentence)
		argp_failure(state, HD_STATUS_TROUBLE, 0, "%s", sentence);
}
