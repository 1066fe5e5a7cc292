/* SPDX-License-Identifier: Apache-2.0
 *
 * What the command line of `heddle campaign` says. */
#pragma once

#include <stdbool.h>

struct hd_campaign_command {
	const char *file;	 /* of the campaign                                */
	const char *out, *store; /* as given; store NULL: in `out`                  */
	const char *json, *html; /* NULL: campaign.json and campaign.html in `out`  */
	double seconds;		 /* 0: as the file says                             */
	unsigned jobs;		 /* 0: as the file says, else one per core          */
	bool anew;		 /* do not go on with one that was not finished     */
	bool list, quiet;
};
