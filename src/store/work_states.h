/* SPDX-License-Identifier: Apache-2.0
 *
 * In which states campaigns and their units of work are. */
#pragma once

#define HD_WORK_OPEN "open" /* state of a campaign that workers may join */

enum hd_work_state {
	HD_WORK_READY,	  /* to be leased                                                     */
	HD_WORK_LEASED,	  /* a worker has it, or had it when it was lost                      */
	HD_WORK_DONE,	  /* finished: it has a result                                        */
	HD_WORK_GIVEN_UP, /* too many workers were lost with it, or the campaign has stopped  */
};
