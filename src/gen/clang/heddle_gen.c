/* SPDX-License-Identifier: Apache-2.0
 *
 * libexec/heddle-gen HEADER… -- COMPILER-OPTION…: prints what the headers declare, as gen/api/api_text.h
 * says. `heddle gen` calls it; it is a program of its own so that Heddle itself does not need libclang. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "gen/api/api_text.h"
#include "gen/clang/read_headers.h"

int main(int argc, char **argv)
{
	struct hd_read_request request = {.headers = argv + 1};
	struct hd_api api = {0};
	char *error;
	int at = 1;

	while (at < argc && strcmp(argv[at], "--") != 0)
		at++;
	request.nheaders = (size_t)at - 1;
	if (at < argc) {
		request.flags = argv + at + 1;
		request.nflags = (size_t)(argc - at - 1);
	}
	error = hd_read_headers(&request, &api);
	if (error) {
		hd_complain("the headers cannot be read: %s", error);
		free(error);
		hd_api_term(&api);
		return HD_EXIT_TROUBLE;
	}
	hd_api_write(&api, stdout);
	hd_api_term(&api);
	return fflush(stdout) ? hd_complain("cannot write what the headers declare") : 0;
}
