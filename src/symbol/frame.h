/* SPDX-License-Identifier: Apache-2.0
 *
 * A place in the source that an address stands for, a place in the frame of a function, and a
 * place in a heap block. */
#pragma once

#include <stdint.h>

/* Thread-local variables are asked for by their offset among those of the module, with this added. */
#define HD_SYMBOLS_TLS (UINT64_C(1) << 62)

struct hd_source_frame {      /* any string is NULL and any number 0 when the module does not tell */
	const char *function; /* qualified: `Account::deposit` */
	const char *file;     /* absolute, unless the compiler recorded no directory */
	int line, column;
	int declared; /* the line of the function's own declaration */
};

struct hd_frame_part {	/* of the frame of a function on a stack */
	uint64_t code;	/* an address in the function, behind a call, in a module */
	uint64_t pc[2]; /* where the function may be: the call that it is in returns there; the first one that
			 * is in the function counts */
	int64_t below;	/* how far below the end of the frame (the CFA) the place is; not above 0: that is
			 * where the caller has put arguments */
	uint64_t size;	/* of the place; 0: not known                                                */
};

struct hd_heap_part {
	uint64_t site;	 /* the call that has allocated the block returns there, in a module */
	uint64_t size;	 /* of the block                                                     */
	uint64_t offset; /* in it                                                            */
	uint64_t access; /* how many bytes of it are meant; 0: not known                     */
};
