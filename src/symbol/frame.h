/* SPDX-License-Identifier: Apache-2.0
 *
 * A place in the source that an address stands for. */
#pragma once

struct hd_source_frame {      /* any string is NULL and any number 0 when the module does not tell */
	const char *function; /* qualified: `Account::deposit` */
	const char *file;     /* absolute, unless the compiler recorded no directory */
	int line, column;
	int declared; /* the line of the function's own declaration */
};
