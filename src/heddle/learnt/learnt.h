/* SPDX-License-Identifier: Apache-2.0
 *
 * What a search knows from earlier ones, and what it leaves to later ones: between the store and the wire.
 * Trouble with the store gets one sentence and never stops a search, but for a store that a newer version of
 * heddle has written.
 *
 *   learnt.c       opens the store, sets it aside when it is damaged, one batch after the other
 *   learnt_load.c  from the store to the wire, before the workers start
 *   learnt_save.c  from the wire to the store: what is new since the last batch; learnt_points.c and
 *                  learnt_found.c have parts of that */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "heddle/campaign/campaign.h"
#include "heddle/campaign/ledger.h"
#include "heddle/workers/target.h"
#include "store/history.h"
#include "store/sites.h"
#include "store/store.h"
#include "symbol/symbol.h"
#include "wire/wire.h"

struct hd_learnt_site { /* of the wire, in the store */
	int64_t id;	/* 0: it is not there yet */
	bool placed;	/* and so is its place in this build */
	bool shared;	/* and that it is shared */
};

struct hd_learnt_absent { /* a site of the store that this build does not have */
	uint32_t module;
	int64_t site;
};

struct hd_learnt {
	const struct hd_test_options *options;
	const struct hd_target *target;
	struct hd_symbols *symbols;
	const struct hd_ledger *ledger;
	char *path;		/* of the store; NULL: there is none, now or ever */
	char *image;		/* the program's file, as its processes know it   */
	char *program;		/* and as the store does                          */
	struct hd_store *store; /* NULL: not open */
	dev_t device;		/* which file that is */
	ino_t inode;
	bool anew;  /* what was loaded is to be saved, too: into a new store */
	bool muted; /* it was busy, and the user has been told */
	int64_t search;
	int64_t started;
	int64_t builds[HD_MAX_MODULES]; /* by module; 0: not in the store yet */
	struct hd_learnt_site *sites;	/* by site */
	struct hd_learnt_absent *absent;
	size_t nabsent, absent_cap;
	uint8_t *exposed;		   /* by slot of wire->iroots: 1: saved */
	uint8_t *predicted;		   /* by predicted iRoot: 1: saved */
	uint32_t *attempts, *attempts_now; /* by predicted iRoot: saved, and saved if the batch goes well */
	uint64_t *failures;		   /* by failure: how many runs, as saved */
	size_t nfailures, failures_cap;
	uint64_t findings[HD_MAX_FINDINGS], findings_now[HD_MAX_FINDINGS]; /* the same by finding */
	struct hd_store_point point,
	    point_now; /* the last one: what all searches have exposed, as known here */
};

struct hd_progress {
	uint64_t runs;
	double seconds;
	const char *verdict;
	bool last; /* no other batch follows */
};

/* Open the store if there is one, and put what it knows into the wire. 0, or HD_EXIT_TROUBLE. */
int hd_learnt_load(struct hd_learnt *l, struct hd_wire *wire);
/* A batch. */
void hd_learnt_save(struct hd_learnt *l, const struct hd_wire *wire, const struct hd_progress *p);
void hd_learnt_term(struct hd_learnt *l);

/* The program as the store at this path calls it; to be freed. */
char *hd_learnt_program_name(const char *store, const char *program);

/* learnt_points.c: how coverage grew since the last batch. */
struct hd_exposure {
	uint64_t run;
	unsigned idiom;
};
void hd_learnt_put_points(struct hd_learnt *l, struct hd_exposure *list, size_t n,
			  const struct hd_progress *p);
/* learnt_found.c: failures and findings. */
void hd_learnt_put_found(struct hd_learnt *l, const struct hd_wire *wire, const struct hd_progress *p);
/* learnt_load.c */
void hd_learnt_fill(struct hd_learnt *l, struct hd_wire *wire);
/* learnt_save.c: prepare what takes time, then put everything that is new; marks what was put. */
void hd_learnt_prepare(struct hd_learnt *l, const struct hd_wire *wire);
void hd_learnt_put(struct hd_learnt *l, const struct hd_wire *wire, const struct hd_progress *p);
/* A text that is different for different builds of the file; to be freed. */
char *hd_learnt_build_text(const uint8_t *build_id, uint32_t len, const char *path);
