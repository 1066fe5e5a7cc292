/* SPDX-License-Identifier: Apache-2.0 */
#include "gen/clang/read_headers.h"

#include <clang-c/Index.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/text.h"
#include "gen/clang/read_types.h"

#define MAIN_FILE    "heddle-gen.c"
#define MACROS_NAMED 20

/* What headers use now and then without including it. */
static const char *const prelude[] = {"stddef.h", "stdint.h",	 "stdbool.h", "stdarg.h",
				      "stdio.h",  "sys/types.h", "time.h",    "pthread.h"};
#define PRELUDE (sizeof prelude / sizeof prelude[0])

struct header_reading {
	struct hd_api *api;
	const struct hd_read_request *request;
	char **files; /* of the headers that were asked for */
	size_t nfiles, capacity;
	struct hd_text macros; /* names, with commas between them */
	unsigned nmacros;
};

static char *directory_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? strndup(path, (size_t)(slash - path)) : hd_strdup(".");
}

/* All headers of the system are below one of these: being in the same folder means nothing there. */
static bool is_common_folder(const char *folder)
{
	return !strcmp(folder, "/usr/include") || !strcmp(folder, "/usr/local/include") ||
	       !strncmp(folder, "/usr/include/x86_64-linux-gnu", 29);
}

/* Of the interface: declared in a header that was asked for, or in one below that one's folder. */
static bool is_asked_for(const struct header_reading *r, const char *file)
{
	for (size_t i = 0; i < r->nfiles; i++) {
		char *folder;
		size_t length;
		bool below;

		if (!strcmp(file, r->files[i]))
			return true;
		folder = directory_of(r->files[i]);
		length = strlen(folder);
		below = !is_common_folder(folder) && !strncmp(file, folder, length) && file[length] == '/';
		free(folder);
		if (below)
			return true;
	}
	return false;
}

static char *file_of(CXCursor cursor)
{
	CXFile file;
	CXString name;
	char path[PATH_MAX], *result = NULL;

	clang_getExpansionLocation(clang_getCursorLocation(cursor), &file, NULL, NULL, NULL);
	if (!file)
		return NULL;
	name = clang_getFileName(file);
	if (clang_getCString(name) && realpath(clang_getCString(name), path))
		result = hd_strdup(path);
	clang_disposeString(name);
	return result;
}

/* An attribute is a part of the type of a function, and _Noreturn of its declaration as libclang prints it.
 */
static bool never_returns(CXCursor cursor)
{
	CXPrintingPolicy policy = clang_getCursorPrintingPolicy(cursor);
	CXString type = clang_getTypeSpelling(clang_getCursorType(cursor)), text;
	bool found;

	clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
	text = clang_getCursorPrettyPrinted(cursor, policy);
	found = (clang_getCString(type) && strstr(clang_getCString(type), "noreturn")) ||
		(clang_getCString(text) && (strstr(clang_getCString(text), "_Noreturn") ||
					    strstr(clang_getCString(text), "((noreturn))")));
	clang_disposeString(type);
	clang_disposeString(text);
	clang_PrintingPolicy_dispose(policy);
	return found;
}

static bool is_known(const struct hd_api *a, const char *name)
{
	for (size_t i = 0; i < a->nfunctions; i++)
		if (!strcmp(a->functions[i].name, name))
			return true;
	return false;
}

static bool is_own(const void *reading, CXCursor declaration)
{
	char *file = file_of(declaration);
	bool own = file && is_asked_for(reading, file);

	free(file);
	return own;
}

/* What is passed for an array or a function is a pointer. A va_list is an array by another name, and stays.
 */
static CXType passed_type(CXType function, unsigned index)
{
	CXType written = clang_getArgType(function, index);

	switch (written.kind) {
	case CXType_ConstantArray:
	case CXType_IncompleteArray:
	case CXType_VariableArray:
	case CXType_FunctionProto:
	case CXType_FunctionNoProto:
		return clang_getArgType(clang_getCanonicalType(function), index);
	default:
		return written;
	}
}

static void add_function(const struct header_reading *r, CXCursor cursor, const char *name)
{
	const struct hd_type_reader reader = {.api = r->api, .is_own = is_own, .data = r};
	struct hd_api *a = r->api;
	CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
	int nparams = clang_Cursor_getNumArguments(cursor);
	unsigned result = hd_read_type(&reader, clang_getCursorResultType(cursor));
	unsigned types[64];

	if (nparams < 0 || nparams > 64)
		return;
	for (unsigned i = 0; i < (unsigned)nparams; i++)
		types[i] = hd_read_type(&reader, passed_type(clang_getCursorType(cursor), i));
	hd_api_add_function(a, name, result,
			    clang_isFunctionTypeVariadic(type) && type.kind == CXType_FunctionProto,
			    never_returns(cursor));
	for (unsigned i = 0; i < (unsigned)nparams; i++) {
		CXString param = clang_getCursorSpelling(clang_Cursor_getArgument(cursor, i));

		hd_api_add_param(a, types[i], clang_getCString(param));
		clang_disposeString(param);
	}
}

static void see_function(struct header_reading *r, CXCursor cursor)
{
	CXString name = clang_getCursorSpelling(cursor);

	if (clang_getCString(name) && is_own(r, cursor) && !is_known(r->api, clang_getCString(name)))
		add_function(r, cursor, clang_getCString(name));
	clang_disposeString(name);
}

/* A macro with arguments is no function that could be called through a pointer: its name is noted. */
static void see_macro(struct header_reading *r, CXCursor cursor)
{
	CXString name = clang_getCursorSpelling(cursor);
	const char *text = clang_getCString(name);

	if (text && *text != '_' && clang_Cursor_isMacroFunctionLike(cursor) && is_own(r, cursor)) {
		r->nmacros++;
		if (r->nmacros <= MACROS_NAMED)
			fprintf(r->macros.f, "%s%s", r->nmacros == 1 ? "" : ", ", text);
	}
	clang_disposeString(name);
}

static enum CXChildVisitResult see_declaration(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	if (clang_getCursorKind(cursor) == CXCursor_FunctionDecl)
		see_function(data, cursor);
	if (clang_getCursorKind(cursor) == CXCursor_MacroDefinition)
		see_macro(data, cursor);
	return clang_getCursorKind(cursor) == CXCursor_LinkageSpec ? CXChildVisit_Recurse
								   : CXChildVisit_Continue;
}

/* Whether a path is that of a header that the user named: the same file, or it ends with that name. */
static bool is_named(const struct hd_read_request *request, const char *path)
{
	for (size_t i = 0; i < request->nheaders; i++) {
		const char *header = request->headers[i];
		size_t length = strlen(header), all = strlen(path);
		char real[PATH_MAX];

		if (realpath(header, real) ? !strcmp(real, path)
					   : all > length && path[all - length - 1] == '/' &&
						 !strcmp(path + all - length, header))
			return true;
	}
	return false;
}

static void see_inclusion(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
	struct header_reading *r = data;
	CXString name = clang_getFileName(file);
	char path[PATH_MAX];

	(void)stack;
	if (depth == 1 && clang_getCString(name) && realpath(clang_getCString(name), path) &&
	    is_named(r->request, path)) {
		r->files = hd_grow(r->files, &r->capacity, r->nfiles + 1, sizeof *r->files);
		r->files[r->nfiles++] = hd_strdup(path);
	}
	clang_disposeString(name);
}

/* The first error, as "file:line: text"; NULL: there is none. */
static char *first_error(CXTranslationUnit unit)
{
	for (unsigned i = 0; i < clang_getNumDiagnostics(unit); i++) {
		CXDiagnostic d = clang_getDiagnostic(unit, i);
		char *text = NULL;

		if (clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error) {
			CXString formatted = clang_formatDiagnostic(d, CXDiagnostic_DisplaySourceLocation);

			text = hd_strdup(clang_getCString(formatted));
			clang_disposeString(formatted);
		}
		clang_disposeDiagnostic(d);
		if (text)
			return text;
	}
	return NULL;
}

static char *source_text(const struct hd_api *a)
{
	struct hd_text text;

	hd_text_begin(&text);
	for (size_t i = 0; i < a->nheaders; i++)
		fprintf(text.f, "#include %s\n", a->headers[i]);
	return hd_text_end(&text);
}

static char *parse_unit(CXIndex index, const struct hd_read_request *request, struct hd_api *a,
			CXTranslationUnit *unit)
{
	char *source = source_text(a);
	struct CXUnsavedFile file = {.Filename = MAIN_FILE, .Contents = source, .Length = strlen(source)};
	enum CXErrorCode code = clang_parseTranslationUnit2(
	    index, MAIN_FILE, (const char *const *)request->flags, (int)request->nflags, &file, 1,
	    CXTranslationUnit_SkipFunctionBodies | CXTranslationUnit_DetailedPreprocessingRecord, unit);

	free(source);
	if (code)
		return hd_sprintf(
		    "libclang cannot read the headers (error %d); are the options after -- right?",
		    (int)code);
	return first_error(*unit);
}

/* A header beside the user is included by its full path, another one as the compiler finds it. */
static void name_headers(const struct hd_read_request *request, struct hd_api *a)
{
	for (size_t i = 0; i < request->nheaders; i++) {
		char path[PATH_MAX], *name;

		if (!access(request->headers[i], R_OK) && realpath(request->headers[i], path))
			name = hd_sprintf("\"%s\"", path);
		else
			name = hd_sprintf("<%s>", request->headers[i]);
		hd_api_add_header(a, name);
		free(name);
	}
}

static void name_prelude(struct hd_api *a)
{
	for (size_t i = 0; i < PRELUDE; i++) {
		char *name = hd_sprintf("<%s>", prelude[i]);

		hd_api_add_header(a, name);
		free(name);
	}
}

/* Once more, after headers that this one may rely on. */
static char *read_after_prelude(CXIndex index, const struct hd_read_request *request, struct hd_api *a,
				CXTranslationUnit *unit, char *error)
{
	char *again, *note;

	hd_api_term(a);
	name_prelude(a);
	name_headers(request, a);
	again = parse_unit(index, request, a, unit);
	if (again) {
		free(again);
		return error;
	}
	note = hd_sprintf(
	    "the headers do not include all that they need (%s); common headers are included before them",
	    error);
	hd_api_add_note(a, note);
	free(note);
	free(error);
	return NULL;
}

static void note_macros(struct header_reading *r)
{
	char *names = hd_text_end(&r->macros), *more, *note;

	more =
	    r->nmacros > MACROS_NAMED ? hd_sprintf(" and %u more", r->nmacros - MACROS_NAMED) : hd_strdup("");
	note = hd_sprintf(
	    "macros with arguments are not called, but a function of yours that uses one would be: "
	    "%s%s",
	    names, more);
	if (r->nmacros)
		hd_api_add_note(r->api, note);
	free(names);
	free(more);
	free(note);
}

static void take_over(CXTranslationUnit unit, const struct hd_read_request *request, struct hd_api *a)
{
	struct header_reading r = {.api = a, .request = request};

	hd_text_begin(&r.macros);
	clang_getInclusions(unit, see_inclusion, &r);
	clang_visitChildren(clang_getTranslationUnitCursor(unit), see_declaration, &r);
	note_macros(&r);
	for (size_t i = 0; i < r.nfiles; i++)
		free(r.files[i]);
	free(r.files);
}

char *hd_read_headers(const struct hd_read_request *request, struct hd_api *a)
{
	CXIndex index = clang_createIndex(0, 0);
	CXTranslationUnit unit = NULL;
	char *error;

	name_headers(request, a);
	error = parse_unit(index, request, a, &unit);
	if (error && unit) {
		clang_disposeTranslationUnit(unit);
		unit = NULL;
		error = read_after_prelude(index, request, a, &unit, error);
	}
	if (!error)
		take_over(unit, request, a);
	if (unit)
		clang_disposeTranslationUnit(unit);
	clang_disposeIndex(index);
	return error;
}
