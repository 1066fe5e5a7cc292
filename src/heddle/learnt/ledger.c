/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/learnt/ledger.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "heddle/learnt/deadlock_cycle.h"
#include "heddle/learnt/failing_stack.h"

static void release(const char *s)
{
	free((char *)s); /* ours: copied by this file, const only for readers */
}

static void free_strings(char **list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(list[i]);
	free(list);
}

static char **copy_strings(char *const *list, size_t n)
{
	char **own = hd_new(n, sizeof(*own));

	for (size_t i = 0; i < n; i++)
		own[i] = hd_strdup(list[i]);
	return own;
}

static void free_failure(struct hd_summary_failure *f)
{
	free_strings(f->sites, f->nsites);
	release(f->kind);
	release(f->message);
	release(f->strategy);
	release(f->reset);
	release(f->schedule);
	release(f->condition);
	release(f->fingerprint);
}

void hd_ledger_term(struct hd_ledger *l)
{
	for (size_t i = 0; i < l->nknown; i++)
		free(l->known[i].message);
	for (size_t i = 0; i < l->nfailures; i++)
		free_failure(&l->failures[i]);
	for (size_t i = 0; i < l->nfindings; i++) {
		release(l->findings[i].kind);
		release(l->findings[i].message);
		release(l->findings[i].cause);
		release(l->findings[i].remedy);
		release(l->findings[i].fingerprint);
		free_strings(l->findings[i].sites, l->findings[i].nsites);
	}
	free(l->known);
	free(l->failures);
	free(l->findings);
	*l = (struct hd_ledger){0};
}

/* A failure of one thread is known by its call stack, and only of an exit it matters which one it is.
 * Otherwise the sentence tells failures apart. */
static bool says_the_same(const struct hd_known *a, const struct hd_known *b)
{
	bool told_by_stack = a->stack && a->outcome != HD_OUT_EXIT && a->outcome != HD_OUT_CLIENT;

	return told_by_stack || hd_sentence_same(a->message, b->message);
}

static bool looks_alike(const struct hd_known *a, const struct hd_known *b)
{
	return a->outcome == b->outcome && a->site == b->site && a->cycle == b->cycle &&
	       a->stack == b->stack && (a->cycle || says_the_same(a, b));
}

size_t hd_ledger_counted(const struct hd_ledger *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->nfailures; i++)
		n += l->failures[i].counts;
	return n;
}

bool hd_ledger_has_ordinary(const struct hd_ledger *l, const struct hd_known *known)
{
	for (size_t i = 0; i < l->nknown; i++)
		if (!l->known[i].early && l->known[i].failure && looks_alike(&l->known[i], known))
			return true;
	return false;
}

struct hd_known *hd_ledger_meet(struct hd_ledger *l, const struct hd_wire_failure *f, size_t without)
{
	bool early = f->early.needed;
	struct hd_known new = {.outcome = f->outcome,
			       .site = f->site,
			       .message = (char *)f->message,
			       .early = early,
			       .without = without,
			       .stack = hd_failing_stack_of(f),
			       .cycle = f->outcome == HD_OUT_DEADLOCK ? hd_deadlock_cycle_of(f) : 0};

	for (size_t i = 0; i < l->nknown; i++) {
		struct hd_known *k = &l->known[i];

		if (k->early == early && k->without == without && looks_alike(k, &new))
			return k;
	}
	l->known = hd_grow(l->known, &l->known_cap, l->nknown + 1, sizeof(*l->known));
	new.message = hd_strdup(f->message);
	l->known[l->nknown] = new;
	return &l->known[l->nknown++];
}

void hd_ledger_failure(struct hd_ledger *l, struct hd_known *known, const struct hd_summary_failure *f)
{
	struct hd_summary_failure own = *f;

	own.kind = hd_strdup_or_null(f->kind);
	own.message = hd_strdup_or_null(f->message);
	own.strategy = hd_strdup_or_null(f->strategy);
	own.reset = hd_strdup_or_null(f->reset);
	own.schedule = hd_strdup_or_null(f->schedule);
	own.condition = hd_strdup_or_null(f->condition);
	own.fingerprint = hd_strdup_or_null(f->fingerprint);
	own.sites = copy_strings(f->sites, f->nsites);
	if (known->failure) {
		own.count += l->failures[known->failure - 1].count;
		free_failure(&l->failures[known->failure - 1]);
		l->failures[known->failure - 1] = own;
		return;
	}
	l->failures = hd_grow(l->failures, &l->failures_cap, l->nfailures + 1, sizeof(*l->failures));
	l->failures[l->nfailures++] = own;
	known->failure = l->nfailures;
}

size_t hd_ledger_confirmed(const struct hd_ledger *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->nfailures; i++)
		n += l->failures[i].counts && l->failures[i].confirmed;
	return n;
}

bool hd_ledger_finding(struct hd_ledger *l, const char *kind, const char *message, uint64_t run)
{
	for (size_t i = 0; i < l->nfindings; i++) {
		if (!strcmp(l->findings[i].kind, kind) && !strcmp(l->findings[i].message, message)) {
			l->findings[i].count++;
			return false;
		}
	}
	l->findings = hd_grow(l->findings, &l->findings_cap, l->nfindings + 1, sizeof(*l->findings));
	l->findings[l->nfindings++] = (struct hd_summary_finding){
	    .kind = hd_strdup_or_null(kind), .message = hd_strdup_or_null(message), .run = run, .count = 1};
	return true;
}

void hd_ledger_found(struct hd_ledger *l, const struct hd_summary_finding *f)
{
	struct hd_summary_finding own = *f;

	own.kind = hd_strdup_or_null(f->kind);
	own.message = hd_strdup_or_null(f->message);
	own.cause = hd_strdup_or_null(f->cause);
	own.remedy = hd_strdup_or_null(f->remedy);
	own.fingerprint = hd_strdup_or_null(f->fingerprint);
	own.sites = copy_strings(f->sites, f->nsites);
	l->findings = hd_grow(l->findings, &l->findings_cap, l->nfindings + 1, sizeof(*l->findings));
	l->findings[l->nfindings++] = own;
}
