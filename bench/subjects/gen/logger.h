/* SPDX-License-Identifier: Apache-2.0
 *
 * A logger with handlers, which are made when the first message comes. */
#pragma once

struct logger;

struct logger *logger_new(const char *name);
void logger_free(struct logger *l);
void logger_set_level(struct logger *l, int level);
/* Count a message, if its level is high enough. */
void logger_log(struct logger *l, int level, const char *message);
/* Remove the handlers: they will be made again. */
void logger_reset(struct logger *l);
int logger_count(const struct logger *l);
