/* SPDX-License-Identifier: Apache-2.0
 *
 * What is the same in each page of pairs: how it looks, and what its script does. */
#pragma once

extern const char hd_pairs_page_style[], hd_pairs_page_script[];
