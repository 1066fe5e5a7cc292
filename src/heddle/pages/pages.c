/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/pages/pages.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/fail.h"
#include "base/file.h"
#include "heddle/cli/cmd.h"
#include "heddle/learnt/coverage_load.h"
#include "report/coverage/coverage_html.h"
#include "report/html/bug_page.h"
#include "report/html/index_page.h"
#include "report/json/report_read.h"

#define MAX_OUTPUT (256 << 10) /* of the program's output: the end of it */

/* The end of a file, or NULL: it cannot be read, or is empty. */
static char *read_end(const char *path)
{
	struct stat st;
	FILE *f = stat(path, &st) || !S_ISREG(st.st_mode) || !st.st_size ? NULL : fopen(path, "re");
	size_t n = f && st.st_size < MAX_OUTPUT ? (size_t)st.st_size : MAX_OUTPUT;
	char *text;

	if (!f)
		return NULL;
	text = hd_new(n + 1, 1);
	fseek(f, -(long)n, SEEK_END);
	text[fread(text, 1, n, f)] = '\0';
	fclose(f);
	return text;
}

static int cannot_write(const char *path)
{
	return hd_complain_errno(errno, "cannot write %s", path);
}

/* A page that is either complete or not there. */
static int write_page(const char *path, int (*write)(const void *, FILE *), const void *what)
{
	struct hd_outfile file;

	if (hd_outfile_open(&file, path))
		return cannot_write(path);
	errno = 0;
	if (write(what, file.f)) {
		cannot_write(path);
		hd_outfile_abandon(&file);
		return HD_STATUS_TROUBLE;
	}
	return hd_outfile_commit(&file) ? cannot_write(path) : HD_STATUS_OK;
}

static int write_bug(const void *what, FILE *f)
{
	return hd_bug_page_write(what, f);
}

static int write_index(const void *what, FILE *f)
{
	return hd_index_page_write(what, f);
}

static int write_coverage(const void *what, FILE *f)
{
	return hd_coverage_write_html(what, f);
}

/* "bug-1.html"; folders of the same name get further numbers. */
static char *page_name(const struct hd_index *x, const char *folder)
{
	const char *name = hd_base_name(folder);
	char *page = hd_sprintf("%s.html", name);

	for (unsigned n = 2;; n++) {
		size_t i = 0;

		while (i < x->nfailures && strcmp(x->failures[i].page, page) != 0)
			i++;
		if (i == x->nfailures)
			return page;
		free(page);
		page = hd_sprintf("%s-%u.html", name, n);
	}
}

static void list_failure(struct hd_index *x, const struct hd_report *r, char *page, const char *folder)
{
	x->failures[x->nfailures++] = (struct hd_index_failure){.page = page,
								.name = hd_strdup(hd_base_name(folder)),
								.program = hd_strdup(r->program),
								.kind = hd_strdup(r->kind),
								.message = hd_strdup(r->message),
								.cause = hd_strdup_or_null(r->cause)};
}

/* The report of a failure, or NULL after a sentence. */
static struct hd_report *read_failure(const struct hd_pages *p, const char *bug)
{
	char *json = hd_sprintf("%s/report.json", bug);
	const char *error;
	struct hd_report *r = hd_report_read_json(json, &error);

	if (!r)
		hd_complain("%s", error);
	free(json);
	if (r && r->steps_left_out && p->list_every_step && p->list_every_step(r, bug)) {
		hd_report_free(r);
		return NULL;
	}
	return r;
}

static int write_failure(struct hd_index *x, const struct hd_pages *p, const char *bug, const char *folder)
{
	char *printed = hd_sprintf("%s/output.txt", bug);
	char *page = page_name(x, bug), *path = hd_sprintf("%s/%s", folder, page);
	struct hd_report *r = read_failure(p, bug);
	int status = HD_STATUS_TROUBLE;

	if (r) {
		char *output = read_end(printed);
		struct hd_bug_page content = {.report = r,
					      .folder = bug,
					      .name = hd_base_name(bug),
					      .output = output,
					      .index = "index.html",
					      .every_step = p->list_every_step != NULL};

		status = write_page(path, write_bug, &content);
		list_failure(x, r, page, bug);
		free(output);
		hd_report_free(r);
	} else {
		free(page);
	}
	free(printed);
	free(path);
	return status;
}

static void add_coverage(struct hd_index *x, struct hd_store *s, const char *program, const char *store)
{
	size_t cap = x->ncovered;
	struct hd_index_coverage *new;

	x->covered = hd_grow(x->covered, &cap, x->ncovered + 1, sizeof *x->covered);
	new = &x->covered[x->ncovered];
	*new =
	    (struct hd_index_coverage){.page = x->ncovered ? hd_sprintf("coverage-%zu.html", x->ncovered + 1)
							   : hd_strdup("coverage.html"),
				       .program = hd_strdup(program),
				       .coverage = {.version = HD_VERSION, .store = store}};
	new->coverage.program = new->program;
	x->ncovered++;
	hd_coverage_load(&new->coverage, s, false);
}

/* The names of the store's programs; each to be freed, and the list. */
static char **programs_of(struct hd_store *s, size_t *n)
{
	char **list = NULL;
	size_t cap = 0;
	const char *path;

	*n = 0;
	while (hd_store_next_program(s, &path)) {
		list = hd_grow(list, &cap, *n + 1, sizeof *list);
		list[(*n)++] = hd_strdup(path);
	}
	return list;
}

static int read_store(struct hd_index *x, const struct hd_pages *p)
{
	struct hd_store *s = hd_store_open(p->store, HD_STORE_READ);
	size_t n;
	char **programs = programs_of(s, &n);
	int status = HD_STATUS_OK;

	for (size_t i = 0; i < n; i++) {
		if ((!p->program || !strcmp(p->program, programs[i])) &&
		    hd_store_program(s, programs[i], false))
			add_coverage(x, s, programs[i], p->shown);
		free(programs[i]);
	}
	free(programs);
	if (hd_store_state(s) != HD_STORE_FINE)
		status = hd_complain("cannot read the store %s: %s", p->shown, hd_store_why(s));
	hd_store_close(s);
	return status;
}

static int write_all(struct hd_index *x, const struct hd_pages *p, const char *folder)
{
	int status = p->store ? read_store(x, p) : HD_STATUS_OK;
	char *index = hd_sprintf("%s/index.html", folder);

	x->failures = hd_new(p->bugs->n, sizeof *x->failures);
	for (size_t i = 0; i < p->bugs->n && !status; i++)
		status = write_failure(x, p, p->bugs->list[i], folder);
	for (size_t i = 0; i < x->ncovered && !status; i++) {
		char *path = hd_sprintf("%s/%s", folder, x->covered[i].page);

		status = write_page(path, write_coverage, &x->covered[i].coverage);
		free(path);
	}
	if (!status)
		status = write_page(index, write_index, x);
	free(index);
	return status;
}

static void free_index(struct hd_index *x)
{
	for (size_t i = 0; i < x->nfailures; i++) {
		struct hd_index_failure *f = &x->failures[i];

		free(f->page);
		free(f->name);
		free(f->program);
		free(f->kind);
		free(f->message);
		free(f->cause);
	}
	for (size_t i = 0; i < x->ncovered; i++) {
		free(x->covered[i].page);
		free(x->covered[i].program);
		hd_coverage_free(&x->covered[i].coverage);
	}
	free(x->failures);
	free(x->covered);
}

int hd_pages_write(const struct hd_pages *p, const char *folder)
{
	struct hd_index x = {.about = p->about};
	int status;

	if (hd_make_directories(folder))
		return hd_complain_errno(errno, "cannot create the folder %s", folder);
	status = write_all(&x, p, folder);
	free_index(&x);
	return status;
}
