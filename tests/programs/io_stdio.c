/* SPDX-License-Identifier: Apache-2.0
 * io_stdio.c: streams over pipes. What one call prints is not torn by another thread's, and what is printed
 * under flockfile() stays together, whatever function the others use; the reader waits for whole lines.
 * EXPECT: passed
 * ARGS: -n 200
 * DETERMINISM: 60 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WRITERS 3
#define LINES	3

static FILE *out, *kept;

static void *writer(void *name)
{
	const char *who = name;

	for (int i = 0; i < LINES; i++) {
		if (*who == 'a') {
			fprintf(out, "line %d by %s\n", i, who);
		} else if (*who == 'b') {
			fputs("line 0 by b\n", out);
			fflush(out);
		} else {
			flockfile(out);
			fputs("line ", out);
			putc_unlocked('0' + i, out);
			fwrite(" by c\n", 1, 6, out);
			funlockfile(out);
		}
	}
	return NULL;
}

/* A file, too, respects flockfile(). */
static void *pair_writer(void *name)
{
	const char *text = name;

	flockfile(kept);
	fputc(text[0], kept);
	sched_yield();
	fputc(text[1], kept);
	funlockfile(kept);
	fprintf(kept, "%s", text);
	return NULL;
}

static int kept_together(void)
{
	char text[10] = "";

	rewind(kept);
	if (fread(text, 1, sizeof text, kept) != 8)
		return 0;
	for (int i = 0; i < 8; i += 2)
		if (memcmp(text + i, "xy", 2) && memcmp(text + i, "uv", 2))
			return 0;
	return 1;
}

static int read_all(FILE *in)
{
	char line[64], who;
	int number, n = 0;

	while (fgets(line, sizeof line, in)) {
		if (sscanf(line, "line %d by %c", &number, &who) != 2 || strlen(line) != 12)
			return -1;
		n++;
	}
	return feof(in) && !fclose(in) ? n : -1;
}

int main(void)
{
	static char *names[WRITERS] = {"a", "b", "c"}, *pairs[2] = {"xy", "uv"};
	pthread_t t[WRITERS], p[2];
	int ends[2];
	FILE *in;

	if (pipe(ends))
		return 1;
	in = fdopen(ends[0], "r");
	out = fdopen(ends[1], "w");
	kept = tmpfile();
	if (!in || !out || !kept || fileno(out) != ends[1])
		return 2;
	for (int i = 0; i < WRITERS; i++)
		pthread_create(&t[i], NULL, writer, names[i]);
	for (int i = 0; i < 2; i++)
		pthread_create(&p[i], NULL, pair_writer, pairs[i]);
	for (int i = 0; i < WRITERS; i++)
		pthread_join(t[i], NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(p[i], NULL);
	if (fclose(out) || read_all(in) != WRITERS * LINES)
		return 3;
	return kept_together() ? 0 : 4;
}
