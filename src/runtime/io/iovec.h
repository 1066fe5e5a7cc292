/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts of scattered data. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

size_t hd_iovec_size(const struct iovec *iov, size_t n);
/* What follows after `skip` bytes, at most `limit` bytes. The result is valid until the next call. */
struct iovec *hd_iovec_slice(const struct iovec *iov, size_t *n, size_t skip, size_t limit);
/* The call at pc reads or writes the first `size` bytes of the parts. */
void hd_access_parts(const struct iovec *iov, size_t n, size_t size, bool write, uintptr_t pc);
