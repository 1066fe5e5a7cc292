/* SPDX-License-Identifier: Apache-2.0
 *
 * The descriptors that heddle was started with. Its own, and those that libraries open for it, are no
 * business of the program under test, which would get other numbers for its files in one process than in
 * another. */
#pragma once

/* Before anything is opened: remember what is there. */
void hd_inherited_remember(void);
/* In a child process: of all descriptors above standard error, only those are passed on by exec. */
void hd_inherited_pass_on(void);
