/* SPDX-License-Identifier: Apache-2.0
 *
 * Opening the store of a campaign. */
#pragma once

#include "store/store.h"

/* Opens the store, and waits for some time if its server does not answer. NULL after a sentence. */
struct hd_store *hd_work_open(const char *store, const char *shown, enum hd_store_mode mode);
/* What is wrong with it may pass by itself. */
bool hd_work_may_pass(const struct hd_store *s);
