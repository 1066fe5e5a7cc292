/* SPDX-License-Identifier: Apache-2.0
 *
 * How a store is. */
#pragma once

struct hd_store;

enum hd_store_state {
	HD_STORE_FINE,
	HD_STORE_MISSING, /* there is no such file                                       */
	HD_STORE_BUSY,	  /* others kept it locked all the time; it may work later       */
	HD_STORE_AWAY,	  /* the server cannot be reached, or has no room; it may work later  */
	HD_STORE_DAMAGED, /* it was a store                                              */
	HD_STORE_FOREIGN, /* it is something else                                        */
	HD_STORE_NEWER,	  /* of a newer version of heddle                                */
	HD_STORE_UNUSABLE /* the system: no permission, no space, …                       */
};
