/* SPDX-License-Identifier: Apache-2.0
 *
 * What the parts of learnt.h share. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "heddle/cli/search_options.h"
#include "heddle/learnt/ledger.h"
#include "heddle/workers/target.h"
#include "store/history.h"
#include "store/sites.h"
#include "store/store.h"
#include "symbol/symbol.h"
#include "wire/wire.h"

struct hd_sources;

struct hd_learnt_site { /* of the wire, in the store */
	int64_t id;	/* 0: it is not there yet */
	bool placed;	/* and so is its place in this build */
	bool shared;	/* and that it is shared */
};

struct hd_learnt_absent { /* a site of the store that this build does not have */
	uint32_t module;
	int64_t site;
};

struct hd_learnt_code { /* a function that sites are in */
	uint64_t key;
	char *module, *within, *function, *file;
	uint64_t text; /* of its source in this build, as a number; 0: not known         */
	bool changed;  /* the store had another text when the search began               */
	bool saved;    /* the store has this one, or will have it if the batch goes well */
};

struct hd_learnt {
	const struct hd_test_options *options;
	const struct hd_target *target;
	struct hd_symbols *symbols;
	const struct hd_ledger *ledger;
	char *path;		/* of the store; NULL: there is none, now or ever */
	char *shown;		/* the same for people: without a password        */
	bool remote;		/* it is not a file of this machine               */
	char *image;		/* the program's file, as its processes know it   */
	char *program;		/* and as the store does                          */
	struct hd_store *store; /* NULL: not open */
	dev_t device;		/* which file that is */
	ino_t inode;
	bool anew;  /* what was loaded is to be saved, too: into a new store */
	bool muted; /* it was busy, and the user has been told */
	bool away;  /* its server does not answer since then   */
	double away_since;
	double listen_at; /* when to look again what searches elsewhere have learnt */
	int64_t search;
	char *input; /* arguments and standard input, as the store knows them */
	int64_t started;
	int64_t builds[HD_MAX_MODULES]; /* by module; 0: not in the store yet */
	struct hd_learnt_site *sites;	/* by site */
	struct hd_learnt_absent *absent;
	size_t nabsent, absent_cap;
	struct hd_learnt_code *codes;
	size_t ncodes, codes_cap;
	bool codes_known[HD_MAX_MODULES]; /* by module: those of the sites that were loaded, too */
	struct hd_sources *sources;	  /* NULL: not needed yet */
	int64_t *outdated;		  /* iRoots of the store whose code has changed */
	size_t noutdated, outdated_cap;
	uint8_t *exposed;   /* by slot of wire->iroots: 1: saved, 2: also that this build has exposed it */
	uint8_t *predicted; /* by aim: 1: saved */
	uint32_t *attempts, *attempts_now; /* by aim: saved, and saved if the batch goes well */
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
