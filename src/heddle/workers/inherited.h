/* SPDX-License-Identifier: Apache-2.0
 *
 * The descriptors that heddle was started with. The program under test does not get descriptors that heddle
 * or its libraries opened: they would make the numbers of its files differ between processes. */
#pragma once

/* Before anything is opened: remember what is there. */
void hd_inherited_remember(void);
/* In a child process: of all descriptors above standard error, only those are passed on by exec. */
void hd_inherited_pass_on(void);
