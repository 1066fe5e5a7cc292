/* SPDX-License-Identifier: Apache-2.0 */
#include "symbol/short_name.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

#define MAX_ARGS  32
#define MAX_DEPTH 64

struct buffer {
	char *s; /* always ends with '\0' */
	size_t n, cap;
};

struct reader {
	const char *p;
	int depth;
	bool failed; /* it is no name as we know them */
};

static void append(struct buffer *b, const char *s, size_t n)
{
	b->s = hd_grow(b->s, &b->cap, b->n + n + 1, 1);
	memcpy(b->s + b->n, s, n);
	b->n += n;
	b->s[b->n] = '\0';
}

static void append_text(struct buffer *b, const char *s)
{
	append(b, s, strlen(s));
}

static bool starts(const char *s, const char *with)
{
	return !strncmp(s, with, strlen(with));
}

static bool is_one_of(const char *s, size_t n, const char *const *list)
{
	for (; *list; list++)
		if (strlen(*list) == n && !strncmp(*list, s, n))
			return true;
	return false;
}

static size_t identifier_length(const char *s)
{
	size_t n = 0;

	while (isalnum((unsigned char)s[n]) || s[n] == '_' || s[n] == '$' || s[n] == '~')
		n++;
	return n;
}

/* ---- arguments of templates ---- */

static bool is_wrapped(const char *arg, const char *template, const char *first)
{
	size_t n = strlen(template);

	return !strncmp(arg, template, n) && arg[n] == '<' && !strncmp(arg + n + 1, first, strlen(first)) &&
	       !strcmp(arg + n + 1 + strlen(first), ">");
}

/* The argument is what the library takes by default for a template whose first argument is this. */
static bool is_default(const char *arg, const char *first)
{
	static const char *const by_first[] = {
	    "std::less",   "std::hash", "std::equal_to", "std::default_delete", "std::deque",
	    "std::vector", NULL};

	for (const char *const *t = by_first; *t; t++)
		if (is_wrapped(arg, *t, first))
			return true;
	return starts(arg, "std::allocator<") || starts(arg, "std::char_traits<") ||
	       starts(arg, "(__gnu_cxx::_Lock_policy)") || starts(arg, "__gnu_cxx::_S_");
}

/* 3ul is 3. */
static void drop_suffix(char *arg)
{
	size_t digits = strspn(arg, "0123456789");

	if (digits && arg[digits + strspn(arg + digits, "uUlL")] == '\0')
		arg[digits] = '\0';
}

/* Templates with a name for each type of character: std::basic_string<char> is std::string. */
static bool put_basic(struct buffer *out, size_t start, const char *character)
{
	static const char prefix[] = "std::basic_";
	size_t n = sizeof prefix - 1;
	const char *mark = !strcmp(character, "char")	    ? ""
			   : !strcmp(character, "wchar_t")  ? "w"
			   : !strcmp(character, "char8_t")  ? "u8"
			   : !strcmp(character, "char16_t") ? "u16"
			   : !strcmp(character, "char32_t") ? "u32"
							    : NULL;
	char *rest;

	if (!mark || strncmp(out->s + start, prefix, n) != 0)
		return false;
	rest = hd_strdup(out->s + start + n);
	out->n = start;
	append_text(out, "std::");
	append_text(out, mark);
	append_text(out, rest);
	free(rest);
	return true;
}

static void put_args(struct buffer *out, size_t start, char **args, unsigned n)
{
	bool library = starts(out->s + start, "std::");

	while (library && n > 1 && is_default(args[n - 1], args[0]))
		n--;
	if (library && n == 1 && put_basic(out, start, args[0]))
		return;
	append_text(out, "<");
	for (unsigned i = 0; i < n; i++) {
		append_text(out, i ? ", " : "");
		append_text(out, args[i]);
	}
	append_text(out, ">");
}

static void read_until(struct reader *r, struct buffer *out, const char *ends);

/* Behind the `<` of the template whose name begins at `start` in `out`. */
static void read_args(struct reader *r, struct buffer *out, size_t start)
{
	char *args[MAX_ARGS];
	unsigned n = 0;

	do {
		struct buffer arg = {0};

		append_text(&arg, "");
		r->p += strspn(r->p, ", ");
		read_until(r, &arg, ",>");
		while (arg.n && arg.s[arg.n - 1] == ' ')
			arg.s[--arg.n] = '\0';
		drop_suffix(arg.s);
		args[n++] = arg.s;
	} while (!r->failed && *r->p == ',' && n < MAX_ARGS);
	if (*r->p == '>')
		r->p++;
	else
		r->failed = true;
	put_args(out, start, args, n);
	while (n > 0)
		free(args[--n]);
}

/* ---- names ---- */

static size_t operator_length(const char *s)
{
	static const char *const signs[] = {
	    "<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "++", "--",
	    "+=",  "-=",  "*=",	 "/=",	"%=", "^=", "&=", "|=", "->", "()", "[]", "<",	">",  "+",
	    "-",   "*",	  "/",	 "%",	"^",  "&",  "|",  "~",	"!",  "=",  ",",  NULL};

	for (const char *const *sign = signs; *sign; sign++)
		if (starts(s, *sign))
			return strlen(*sign);
	return 0;
}

/* Inline namespaces of the libraries: their members are members of the namespace around them. */
static bool is_inline_namespace(const char *s, size_t n, const struct buffer *out)
{
	static const char *const namespaces[] = {"__cxx11", "__1", "_V2", NULL};

	return out->n >= 2 && !strcmp(out->s + out->n - 2, "::") && starts(s + n, "::") &&
	       is_one_of(s, n, namespaces);
}

/* An identifier; *start is where the qualified name that it belongs to begins in `out`. */
static void read_identifier(struct reader *r, struct buffer *out, size_t *start)
{
	size_t n = identifier_length(r->p);

	if (is_inline_namespace(r->p, n, out)) {
		r->p += n + 2;
		return;
	}
	if (out->n < 2 || strcmp(out->s + out->n - 2, "::") != 0)
		*start = out->n;
	append(out, r->p, n);
	r->p += n;
	if (n == 8 && !strncmp(r->p - n, "operator", n)) {
		size_t sign = operator_length(r->p);

		append(out, r->p, sign);
		r->p += sign;
		if (sign && *r->p == '<') {
			r->p++;
			read_args(r, out, *start);
		}
	}
}

/* Copy what is in parentheses or braces. */
static void read_group(struct reader *r, struct buffer *out, const char *end)
{
	append(out, r->p++, 1);
	read_until(r, out, end);
	if (*r->p == *end)
		append(out, r->p++, 1);
	else
		r->failed = true;
}

static bool names_template(const struct buffer *out, size_t start)
{
	char last = out->n > start ? out->s[out->n - 1] : '\0';

	return isalnum((unsigned char)last) || last == '_';
}

static void read_until(struct reader *r, struct buffer *out, const char *ends)
{
	size_t start = out->n;

	if (++r->depth > MAX_DEPTH)
		r->failed = true;
	while (!r->failed && *r->p && !strchr(ends, *r->p)) {
		if (identifier_length(r->p)) {
			read_identifier(r, out, &start);
		} else if (*r->p == '<' && names_template(out, start)) {
			r->p++;
			read_args(r, out, start);
		} else if (starts(r->p, "<lambda")) {
			read_group(r, out, ">");
		} else if (*r->p == '(') {
			read_group(r, out, ")");
		} else if (*r->p == '{') {
			read_group(r, out, "}");
		} else {
			append(out, r->p++, 1);
		}
	}
	r->depth--;
}

char *hd_short_name(const char *name)
{
	struct reader r = {.p = name};
	struct buffer out = {0};

	append_text(&out, "");
	read_until(&r, &out, "");
	if (!r.failed)
		return out.s;
	free(out.s);
	return hd_strdup(name);
}

/* ---- types of blocks ---- */

/* The first argument of a template, without what it points to; `args` is what follows its `<`. */
static char *first_argument(const char *args)
{
	size_t n = 0;
	int depth = 0;

	while (args[n] && (depth || (args[n] != ',' && args[n] != '>'))) {
		depth += (args[n] == '<') - (args[n] == '>');
		n++;
	}
	while (n && (args[n - 1] == '*' || args[n - 1] == ' '))
		n--;
	return strndup(args, n);
}

/* What the pointers of a std::shared_ptr and a std::future share: the object itself, with the counters in
 * front of it, or counters of their own, which C++ calls a control block. */
static char *shared_type(const char *name)
{
	static const struct {
		const char *start, *before, *after;
	} types[] = {
	    {"std::_Sp_counted_ptr_inplace<", "shared ", ""},
	    {"std::__shared_ptr_emplace<", "shared ", ""},
	    {"std::_Sp_counted_ptr<", "", " control block"},
	    {"std::_Sp_counted_deleter<", "", " control block"},
	    {"std::__shared_ptr_pointer<", "", " control block"},
	};

	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		size_t n = strlen(types[i].start);
		char *of, *words;

		if (strncmp(name, types[i].start, n) != 0)
			continue;
		of = first_argument(name + n);
		words = starts(of, "std::__future_base::")
			    ? hd_strdup("future state")
			    : hd_sprintf("%s%s%s", types[i].before, of, types[i].after);
		free(of);
		return words;
	}
	return NULL;
}

/* What the C++ libraries allocate has types of their own. */
static char *library_type(const char *name)
{
	static const char *const types[][2] = {
	    {"std::_Rb_tree_node<", "tree node"},  {"std::__tree_node<", "tree node"},
	    {"std::_List_node<", "list node"},	   {"std::__list_node<", "list node"},
	    {"std::_Fwd_list_node<", "list node"}, {"std::__detail::_Hash_node<", "hash node"},
	    {"std::__hash_node<", "hash node"},	   {"std::thread::_State_impl<", "thread state"},
	};

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (!strncmp(name, types[i][0], strlen(types[i][0])))
			return hd_strdup(types[i][1]);
	return shared_type(name);
}

char *hd_short_type(const char *name, bool *of_library)
{
	char *brief = hd_short_name(name), *words = library_type(brief);

	if (of_library)
		*of_library = words;
	if (!words)
		return brief;
	free(brief);
	return words;
}
