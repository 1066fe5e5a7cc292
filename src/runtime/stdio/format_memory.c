/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/stdio/format_memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <wchar.h>

#include "runtime/access/effects.h"
#include "runtime/access/string_real.h"

enum length { NONE, CHAR, SHORT, LONG, LONG_DOUBLE };

struct conversion {
	bool suppressed;  /* %*d of scanf */
	bool allocates;	  /* %ms of scanf */
	size_t width;	  /* 0: not given */
	size_t precision; /* SIZE_MAX: not given */
	enum length length;
	char kind; /* 0: not understood */
};

/* ---- what both families have ---- */

static bool among(char c, const char *set)
{
	return c && HD_BASIC(strchr)(set, c);
}

static const char *number(const char *at, size_t *value)
{
	for (*value = 0; *at >= '0' && *at <= '9'; at++)
		*value = *value * 10 + (size_t)(*at - '0');
	return at;
}

static const char *length(const char *at, enum length *length)
{
	*length = NONE;
	for (; among(*at, "hlqLjzZt"); at++) {
		if (*at == 'h')
			*length = *length == SHORT ? CHAR : SHORT;
		else
			*length = *at == 'L' ? LONG_DOUBLE : LONG;
	}
	return at;
}

static size_t integer_size(enum length length)
{
	switch (length) {
	case CHAR:
		return sizeof(char);
	case SHORT:
		return sizeof(short);
	case NONE:
		return sizeof(int);
	default:
		return sizeof(long);
	}
}

static size_t floating_size(enum length length)
{
	if (length == LONG_DOUBLE)
		return sizeof(long double);
	return length == LONG ? sizeof(double) : sizeof(float);
}

/* ---- printf ---- */

static const char *star_or_number(const char *at, size_t *value, va_list *ap)
{
	int given;

	if (*at != '*')
		return number(at, value);
	given = va_arg(*ap, int);
	*value = given < 0 ? SIZE_MAX : (size_t)given;
	return at + 1;
}

/* `at` is behind the percent sign. */
static const char *print_conversion(const char *at, struct conversion *c, va_list *ap)
{
	*c = (struct conversion){.precision = SIZE_MAX};
	while (among(*at, "-+ #0'I"))
		at++;
	at = star_or_number(at, &c->width, ap);
	if (*at == '.')
		at = star_or_number(at + 1, &c->precision, ap);
	at = length(at, &c->length);
	c->kind = *at;
	return *at ? at + 1 : at;
}

static void skip_integer(enum length length, va_list *ap)
{
	long skipped = integer_size(length) == sizeof(long) ? va_arg(*ap, long) : va_arg(*ap, int);

	(void)skipped;
}

static void skip_floating(enum length length, va_list *ap)
{
	long double skipped = length == LONG_DOUBLE ? va_arg(*ap, long double) : va_arg(*ap, double);

	(void)skipped;
}

static bool is_wide_string(const struct conversion *c)
{
	return c->kind == 'S' || (c->kind == 's' && c->length == LONG);
}

/* Takes the argument; false: it is not known how. */
static bool print_argument(const struct conversion *c, va_list *ap, uintptr_t user)
{
	const void *pointer;

	if (among(c->kind, "diouxXcC")) {
		skip_integer(c->length, ap);
	} else if (among(c->kind, "eEfFgGaA")) {
		skip_floating(c->length, ap);
	} else if (among(c->kind, "spnS")) {
		pointer = va_arg(*ap, void *);
		if (c->kind == 's' && c->length == NONE && pointer)
			hd_reads_string(pointer, c->precision < PTRDIFF_MAX ? c->precision : PTRDIFF_MAX,
					user);
		else if (is_wide_string(c))
			hd_reads_wide(pointer, c->precision < HD_WIDE_MAX ? c->precision : HD_WIDE_MAX, user);
		else if (c->kind == 'n')
			hd_writes(pointer, integer_size(c->length), user);
	} else {
		return c->kind == '%' || c->kind == 'm';
	}
	return true;
}

void hd_format_prints(const char *format, va_list list, uintptr_t user)
{
	struct conversion c;
	bool known = true;
	va_list ap;

	va_copy(ap, list);
	while (known && *format) {
		if (*format++ != '%')
			continue;
		format = print_conversion(format, &c, &ap);
		known = print_argument(&c, &ap, user);
	}
	va_end(ap);
}

/* ---- scanf ---- */

/* Behind the bracket that ends a set; one that stands first, or after ^, is a member. */
static const char *end_of_set(const char *at)
{
	at += *at == '^';
	at += *at == ']';
	while (*at && *at != ']')
		at++;
	return *at ? at + 1 : at;
}

static const char *scan_conversion(const char *at, struct conversion *c)
{
	*c = (struct conversion){.suppressed = *at == '*'};
	at = number(at + c->suppressed, &c->width);
	while (among(*at, "m'I"))
		c->allocates |= *at++ == 'm';
	at = length(at, &c->length);
	c->kind = *at;
	if (*at == '[')
		return end_of_set(at + 1);
	return *at ? at + 1 : at;
}

/* Bytes that were written by way of the pointer. */
static size_t scanned_size(const struct conversion *c, const void *to)
{
	if (c->allocates || c->kind == 'p')
		return sizeof(void *);
	if (among(c->kind, "diouxXn"))
		return integer_size(c->length);
	if (among(c->kind, "eEfFgGaA"))
		return floating_size(c->length);
	if (c->kind == 'c' && c->length == NONE)
		return c->width ? c->width : 1;
	if (among(c->kind, "s[") && c->length == NONE)
		return HD_BASIC(strlen)(to) + 1;
	if (c->kind == 'c' && c->length == LONG)
		return (c->width ? c->width : 1) * sizeof(wchar_t);
	if (among(c->kind, "s[") && c->length == LONG)
		return hd_wide_extent(to, HD_WIDE_MAX);
	return 0;
}

void hd_format_scanned(const char *format, va_list list, int assigned, uintptr_t user)
{
	struct conversion c;
	va_list ap;

	va_copy(ap, list);
	while (*format && assigned > 0) {
		const void *to;

		if (*format++ != '%')
			continue;
		format = scan_conversion(format, &c);
		if (c.kind == '%' || c.suppressed)
			continue;
		if (!among(c.kind, "diouxXneEfFgGaAcs[pCS"))
			break;
		to = va_arg(ap, void *);
		hd_writes(to, scanned_size(&c, to), user);
		assigned -= c.kind != 'n';
	}
	va_end(ap);
}

const char *hd_format_narrow(const wchar_t *format, char narrow[HD_FORMAT_SIZE])
{
	size_t n = 0;

	for (; n < HD_FORMAT_SIZE - 1 && format[n]; n++)
		narrow[n] = (unsigned long)format[n] < 128 ? (char)format[n] : '?';
	narrow[n] = 0;
	return narrow;
}
