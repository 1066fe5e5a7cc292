/* SPDX-License-Identifier: Apache-2.0 */
#include "store/work_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"
#include "store/db.h"

#define PIECE (1u << 20) /* bytes of a file in one row */

static bool put_pieces(struct hd_store *s, int64_t file, FILE *f)
{
	char *buffer = hd_new(PIECE, 1);
	int64_t n = 0;
	size_t size;

	while ((size = fread(buffer, 1, PIECE, f)) > 0 && s->state == HD_STORE_FINE)
		hd_db_run(s, HD_SQL_PUT_PIECE, "iib", file, n++, buffer, size);
	free(buffer);
	return !ferror(f);
}

int64_t hd_work_put_file(struct hd_store *s, const char *path, char hash[HD_SHA256_TEXT])
{
	uint64_t size;
	int64_t file;
	FILE *f;

	hash[0] = '\0';
	if (hd_sha256_file(path, hash, &size) || size > HD_WORK_FILE_MAX)
		return 0;
	file = hd_db_run(s, HD_SQL_FIND_FILE, "t", hash);
	if (file)
		return file;
	f = fopen(path, "re");
	if (!f)
		return 0;
	file = hd_db_run(s, HD_SQL_PUT_FILE, "ti", hash, (int64_t)size);
	if (!put_pieces(s, file, f))
		file = 0;
	fclose(f);
	return file;
}

bool hd_work_file_hash(struct hd_store *s, int64_t file, char hash[HD_SHA256_TEXT])
{
	const struct hd_row *row;
	bool found = false;

	while ((row = hd_db_next(s, HD_SQL_FILE_HASH, "i", file))) {
		snprintf(hash, HD_SHA256_TEXT, "%s", hd_row_text(row, 0));
		found = true;
	}
	return found;
}

static bool write_all(int fd, const char *bytes, size_t size)
{
	while (size) {
		ssize_t n = TEMP_FAILURE_RETRY(write(fd, bytes, size));

		if (n <= 0)
			return false;
		bytes += n;
		size -= (size_t)n;
	}
	return true;
}

bool hd_work_get_file(struct hd_store *s, int64_t file, const char *hash, const char *path, unsigned mode)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
	bool fine = fd >= 0;
	char found[HD_SHA256_TEXT];
	const struct hd_row *row;
	struct hd_sha256 h;

	hd_sha256_begin(&h);
	while ((row = hd_db_next(s, HD_SQL_PIECES, "i", file))) {
		size_t size;
		const void *bytes = hd_row_bytes(row, 0, &size);

		hd_sha256_add(&h, bytes, size);
		fine = fine && write_all(fd, bytes, size);
	}
	hd_sha256_end(&h, found);
	if (fd >= 0)
		fine &= !close(fd);
	fine = fine && s->state == HD_STORE_FINE && !strcmp(found, hash);
	if (!fine && fd >= 0)
		unlink(path);
	return fine;
}

void hd_work_put_product(struct hd_store *s, int64_t unit, const char *name, int64_t file)
{
	hd_db_run(s, HD_SQL_PUT_PRODUCT, "iti", unit, name, file);
}

bool hd_work_next_product(struct hd_store *s, int64_t unit, struct hd_work_product *p)
{
	const struct hd_row *row = hd_db_next(s, HD_SQL_PRODUCTS, "i", unit);

	if (row)
		*p = (struct hd_work_product){
		    .name = hd_row_text(row, 0), .hash = hd_row_text(row, 1), .file = hd_row_int(row, 2)};
	return row;
}
