/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts of scattered data. */
#pragma once

#include <stddef.h>
#include <sys/uio.h>

size_t hd_iovec_size(const struct iovec *iov, size_t n);
/* What follows after `skip` bytes, at most `limit` of it. Valid until the next call. */
struct iovec *hd_iovec_slice(const struct iovec *iov, size_t *n, size_t skip, size_t limit);
