/* SPDX-License-Identifier: Apache-2.0
 *
 * The libraries that a program is linked with, as the loader finds them. */
#pragma once

/* Calls found() with the path of each. A program that the loader cannot load has none. */
void hd_libraries_of(const char *program, void (*found)(void *to, const char *path), void *to);
