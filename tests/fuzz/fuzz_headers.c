/* SPDX-License-Identifier: Apache-2.0
 *
 * Headers, read by libclang: bytes choose what a grammar of C declarations writes, and how the text is
 * damaged after that. The header is refused with a sentence; or what it declares can be written and read back
 * as it was, makes a model, and is used for tests. */
#include <assert.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "gen/api/api_text.h"
#include "gen/clang/read_headers.h"
#include "use_api.h"

#define ITEMS	16
#define DEEPEST 4

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__asan_default_options(void);

/* libclang keeps memory for ever. */
const char *__asan_default_options(void)
{
	return "detect_leaks=0";
}

struct writing {
	const uint8_t *data;
	size_t left;
	FILE *f;
	unsigned structs, names;
};

static unsigned choose(struct writing *w, unsigned n)
{
	if (!w->left)
		return 0;
	w->left--;
	return *w->data++ % n;
}

__attribute__((format(printf, 2, 3))) static void say(struct writing *w, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vfprintf(w->f, format, arguments);
	va_end(arguments);
}

#define ONE_OF(w, list) (list)[choose(w, sizeof(list) / sizeof *(list))]

static const char *const scalars[] = {"int",
				      "char",
				      "unsigned char",
				      "const char",
				      "long long",
				      "size_t",
				      "double",
				      "float",
				      "long double",
				      "_Bool",
				      "__int128",
				      "wchar_t",
				      "_Complex double",
				      "va_list",
				      "FILE",
				      "time_t",
				      "_Atomic int",
				      "void",
				      "uint8_t",
				      "ssize_t",
				      "volatile int",
				      "pthread_t",
				      "short",
				      "struct timespec",
				      "unsigned",
				      "missing",
				      "const void",
				      "enum e0",
				      "pthread_mutex_t",
				      "max_align_t",
				      "__m128",
				      "union u0"};
static const char *const verbs[] = {"new",   "free", "init", "destroy", "open",	 "close", "get",
				    "put",   "size", "each", "create",	"unref", "ref",	  "read",
				    "write", "next", "copy", "lock",	"clear", "set"};
static const char *const attributes[] = {"",
					 "__attribute__((packed))",
					 "__attribute__((aligned(64)))",
					 "__attribute__((nonnull))",
					 "__attribute__((deprecated(\"old\")))",
					 "__attribute__((format(printf, 1, 2)))",
					 "__attribute__((warn_unused_result))",
					 "__attribute__((vector_size(16)))",
					 "__attribute__((cleanup(f)))",
					 "__attribute__((overloadable))"};
static const char *const parameter_names[] = {"",      "n",	   "size",  "buffer", "length", "data",
					      "user",  "callback", "count", "out",    "s",	"text",
					      "flags", "self",	   "int",   "x"};

static void write_parameters(struct writing *w, unsigned depth);

static void write_type(struct writing *w, unsigned depth)
{
	switch (choose(w, depth < DEEPEST ? 8 : 3)) {
	case 0:
	case 1:
		say(w, "%s ", ONE_OF(w, scalars));
		break;
	case 2:
		say(w, "struct s%u *", choose(w, w->structs + 2));
		break;
	case 3:
		say(w, "struct s%u ", choose(w, w->structs + 2));
		break;
	case 4:
		write_type(w, depth + 1);
		say(w, "*");
		break;
	case 5:
		say(w, "const ");
		write_type(w, depth + 1);
		break;
	case 6:
		say(w, "t%u ", choose(w, w->names + 2));
		break;
	default:
		write_type(w, depth + 1);
		say(w, "*restrict ");
	}
}

/* What stands around a name: arrays, functions and pointers to them. */
static void write_declarator(struct writing *w, const char *name, unsigned depth)
{
	switch (choose(w, depth < DEEPEST ? 9 : 1)) {
	case 5:
		say(w, "%s[%u]", name, choose(w, 5));
		break;
	case 6:
		say(w, "(*%s)", name);
		write_parameters(w, depth + 1);
		break;
	case 7:
		say(w, "(*%s[3])", name);
		write_parameters(w, depth + 1);
		break;
	case 8:
		say(w, "(*(*%s)", name);
		write_parameters(w, depth + 1);
		say(w, ")[2]");
		break;
	default:
		say(w, "%s", name);
	}
}

static void write_parameters(struct writing *w, unsigned depth)
{
	unsigned n = choose(w, 11);

	say(w, "(");
	for (unsigned i = 0; i < n && depth < DEEPEST; i++) {
		say(w, i ? ", " : "");
		write_type(w, depth + 1);
		write_declarator(w, ONE_OF(w, parameter_names), depth + 1);
	}
	if (choose(w, 12) == 1)
		say(w, n ? ", ..." : "void");
	say(w, ")");
}

static void write_members(struct writing *w, unsigned depth)
{
	unsigned n = choose(w, 6);

	say(w, "{ ");
	for (unsigned i = 0; i < n; i++) {
		char name[16];

		snprintf(name, sizeof name, "m%u_%u", depth, i);
		if (depth < DEEPEST && choose(w, 4) == 1) {
			say(w, choose(w, 2) ? "struct " : "union ");
			write_members(w, depth + 1);
			say(w, choose(w, 2) ? "; " : "a%u_%u; ", depth, i);
			continue;
		}
		write_type(w, depth + 1);
		write_declarator(w, name, depth + 1);
		if (choose(w, 5) == 1)
			say(w, " : %u", choose(w, 40));
		say(w, "; ");
	}
	say(w, choose(w, 8) == 1 ? "int rest[]; }" : "}");
}

static void write_function(struct writing *w)
{
	static const char *const before[] = {"",	   "extern ",	     "static inline ",
					     "_Noreturn ", "__extension__ ", "inline "};
	const char *start = ONE_OF(w, before);
	char name[48];

	snprintf(name, sizeof name, "s%u_%s%u", choose(w, w->structs + 1), ONE_OF(w, verbs), choose(w, 3));
	say(w, "%s", start);
	write_type(w, 1);
	say(w, "%s", name);
	write_parameters(w, 0);
	say(w, " %s", ONE_OF(w, attributes));
	say(w, strstr(start, "inline") && choose(w, 2) ? " { return 0; }\n" : ";\n");
}

static void write_item(struct writing *w)
{
	switch (choose(w, 16)) {
	case 0:
		say(w, "struct s%u;\n", w->structs++);
		break;
	case 1:
		say(w, "struct s%u ", w->structs++);
		write_members(w, 0);
		say(w, " %s;\n", ONE_OF(w, attributes));
		break;
	case 2:
		say(w, "typedef ");
		write_type(w, 0);
		{
			char name[16];

			snprintf(name, sizeof name, "t%u", w->names++);
			write_declarator(w, name, 0);
		}
		say(w, ";\n");
		break;
	case 3:
		say(w, "enum e%u { E%u_A = %u, E%u_B, E%u_C = -1 };\n", w->names, w->names, choose(w, 200),
		    w->names, w->names);
		w->names++;
		break;
	case 4:
		say(w, "typedef struct s%u s%u_t;\n", choose(w, w->structs + 1), choose(w, w->structs + 1));
		break;
	case 5:
		say(w, "#define M%u(x) (x)\n#if M%u(%u)\n", w->names, w->names, choose(w, 2));
		write_function(w);
		say(w, "#else\n");
		write_function(w);
		say(w, "#endif\n");
		break;
	case 6:
		say(w, "union u%u ", choose(w, 3));
		write_members(w, 0);
		say(w, ";\n");
		break;
	case 7:
		say(w, "extern ");
		write_type(w, 0);
		write_declarator(w, "variable", 0);
		say(w, ";\n");
		break;
	case 8:
		say(w, "#include <%s.h>\n", choose(w, 2) ? "string" : "nowhere");
		break;
	default:
		write_function(w);
	}
}

/* Some bytes are left out, written twice or changed. */
static void damage(struct writing *w, char *text, size_t length)
{
	for (unsigned n = choose(w, 6) % 3; n && length > 8; n--) {
		size_t at = (choose(w, 256) * 256u + choose(w, 256)) % length, most = length - at;
		size_t some = choose(w, 12) % most;

		switch (choose(w, 3)) {
		case 0:
			memset(text + at, ' ', some);
			break;
		case 1:
			text[at] = (char)choose(w, 256);
			break;
		default:
			memmove(text + at, text + at / 2, some);
		}
	}
}

static void write_header(struct writing *w, int fd)
{
	char *text = NULL;
	size_t length = 0;

	w->f = open_memstream(&text, &length);
	for (unsigned i = choose(w, ITEMS) + 2; i; i--)
		write_item(w);
	fclose(w->f);
	damage(w, text, length);
	if (ftruncate(fd, 0) || pwrite(fd, text, length, 0) != (ssize_t)length)
		abort();
	free(text);
}

/* What heddle-gen prints is what heddle reads. */
static void read_back(const struct hd_api *api)
{
	struct hd_api again = {0};
	char *text = NULL, *more = NULL, *error;
	size_t length = 0, more_length = 0;
	FILE *f = open_memstream(&text, &length);

	hd_api_write(api, f);
	fclose(f);
	error = hd_api_parse(&again, text, length);
	if (error) {
		fprintf(stderr, "%s in:\n%s", error, text);
		abort();
	}
	f = open_memstream(&more, &more_length);
	hd_api_write(&again, f);
	fclose(f);
	assert(length == more_length && !memcmp(text, more, length));
	use_api(&again, NULL);
	hd_api_term(&again);
	free(text);
	free(more);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char path[] = "header.h"; /* where the fuzzer runs */
	static int fd = -1;
	struct writing w = {.data = data, .left = size};
	char *headers[] = {path};
	struct hd_read_request request = {.headers = headers, .nheaders = 1};
	struct hd_api api = {0};
	char *error;

	if (fd < 0)
		fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	assert(fd >= 0);
	write_header(&w, fd);
	error = hd_read_headers(&request, &api);
	if (!error)
		read_back(&api);
	free(error);
	hd_api_term(&api);
	return 0;
}
