/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/common/format.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

struct out {
	char *at, *end;
};

static void put(struct out *o, char c)
{
	if (o->at < o->end)
		*o->at++ = c;
}

static void put_number(struct out *o, uint64_t v, unsigned base, unsigned width, char pad)
{
	char digits[24];
	unsigned n = 0;

	do
		digits[n++] = "0123456789abcdef"[v % base];
	while ((v /= base) && n < sizeof digits);
	while (width > n) {
		put(o, pad);
		width--;
	}
	while (n)
		put(o, digits[--n]);
}

static void put_string(struct out *o, const char *s, int max)
{
	for (s = s ? s : "(null)"; *s && max; s++, max--)
		put(o, *s);
}

static uint64_t next_unsigned(va_list *ap, int longs)
{
	return longs ? va_arg(*ap, uint64_t) : va_arg(*ap, unsigned);
}

static void put_signed(struct out *o, va_list *ap, int longs, unsigned width, char pad)
{
	int64_t v = longs ? va_arg(*ap, int64_t) : va_arg(*ap, int);

	if (v < 0)
		put(o, '-');
	put_number(o, v < 0 ? -(uint64_t)v : (uint64_t)v, 10, width, pad);
}

static void convert(struct out *o, const char **fmt, va_list *ap)
{
	int longs = 0, precision = -1;
	unsigned width = 0;
	char pad = ' ';

	if (**fmt == '0')
		pad = '0';
	while (**fmt >= '0' && **fmt <= '9')
		width = width * 10 + (unsigned)(*(*fmt)++ - '0');
	if ((*fmt)[0] == '.' && (*fmt)[1] == '*') {
		precision = va_arg(*ap, int);
		*fmt += 2;
	}
	for (; **fmt == 'l' || **fmt == 'z'; (*fmt)++)
		longs = 1;
	switch (*(*fmt)++) {
	case 's':
		put_string(o, va_arg(*ap, const char *), precision);
		break;
	case 'c':
		put(o, (char)va_arg(*ap, int));
		break;
	case 'd':
		put_signed(o, ap, longs, width, pad);
		break;
	case 'u':
		put_number(o, next_unsigned(ap, longs), 10, width, pad);
		break;
	case 'x':
		put_number(o, next_unsigned(ap, longs), 16, width, pad);
		break;
	case 'p':
		put_string(o, "0x", -1);
		put_number(o, (uint64_t)(uintptr_t)va_arg(*ap, void *), 16, 0, ' ');
		break;
	default:
		put(o, (*fmt)[-1]);
	}
}

int hd_vformat(char *out, unsigned size, const char *fmt, va_list list)
{
	struct out o = {out, out + size - 1};
	va_list ap;

	if (!size)
		return 0;
	va_copy(ap, list);
	while (*fmt) {
		if (*fmt != '%') {
			put(&o, *fmt++);
			continue;
		}
		fmt++;
		convert(&o, &fmt, &ap);
	}
	va_end(ap);
	*o.at = 0;
	return (int)(o.at - out);
}

int hd_format(char *out, unsigned size, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = hd_vformat(out, size, fmt, ap);
	va_end(ap);
	return n;
}
