/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/io/iovec.h"

#include <limits.h>

#include "runtime/access/access.h"

size_t hd_iovec_size(const struct iovec *iov, size_t n)
{
	size_t size = 0;

	for (size_t i = 0; i < n; i++)
		size += iov[i].iov_len;
	return size;
}

struct iovec *hd_iovec_slice(const struct iovec *iov, size_t *n, size_t skip, size_t limit)
{
	static struct iovec out[IOV_MAX];
	size_t used = 0;

	for (size_t i = 0; i < *n && used < IOV_MAX && limit; i++) {
		size_t past = skip < iov[i].iov_len ? skip : iov[i].iov_len;
		size_t left = iov[i].iov_len - past, take = left < limit ? left : limit;

		skip -= past;
		limit -= take;
		if (take)
			out[used++] = (struct iovec){(char *)iov[i].iov_base + past, take};
	}
	*n = used;
	return out;
}

void hd_access_parts(const struct iovec *iov, size_t n, size_t size, bool write, uintptr_t pc)
{
	for (size_t i = 0; i < n && size; i++) {
		size_t part = iov[i].iov_len < size ? iov[i].iov_len : size;

		hd_access_range((uintptr_t)iov[i].iov_base, part, write, pc);
		size -= part;
	}
}
