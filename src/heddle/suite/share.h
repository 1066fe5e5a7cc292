/* SPDX-License-Identifier: Apache-2.0
 *
 * How the time of a suite is divided. First each test gets a short look, of a few runs: most bugs show there,
 * and it tells which tests have threads at all. Then rounds follow, in which each test that may still fail
 * gets a share of the time that is left, by what it promises. */
#pragma once

#include "heddle/suite/suite.h"

#define HD_LOOK_RUNS 100

/* Seconds for n tests, if the user does not say. */
double hd_share_of_all(size_t n);
/* Seconds of the first look for one of n tests, of which `jobs` are searched at the same time. */
double hd_share_of_look(double seconds, size_t n, unsigned jobs);
/* Another search of this test may find something: it has threads, and neither failed nor was tried in full.
 */
bool hd_share_is_open(const struct hd_suite_test *t);
/* How much it promises, > 0; 0: nothing. */
double hd_share_weight(const struct hd_suite_test *t);
/* Seconds for a test, when `left` seconds are left for the tests that are not searched in this round yet,
 * whose weights are `weights` in all. A round takes a half of the time that is left, unless too little would
 * remain for another. */
double hd_share_of_round(double left, double weight, double weights, size_t waiting, unsigned jobs);
