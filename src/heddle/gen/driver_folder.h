/* SPDX-License-Identifier: Apache-2.0
 *
 * The folder that a driver is built and run in. It is below /tmp and goes at the end; what a `heddle gen`
 * left that was killed is removed by the next one. Each of them keeps a lock on its folder for as long as it
 * lives. */
#pragma once

struct hd_driver_folder {
	char *path; /* NULL: there is none */
	int lock;   /* -1: it is the user's, and stays */
};

/* `keep`: the user's folder, or NULL. 0, or HD_EXIT_TROUBLE after a sentence. */
int hd_driver_folder_make(struct hd_driver_folder *f, const char *keep);
/* What the library left there goes, too. */
void hd_driver_folder_end(struct hd_driver_folder *f);
