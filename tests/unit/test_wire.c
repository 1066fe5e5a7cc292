/* SPDX-License-Identifier: Apache-2.0
 *
 * The layout of the wire is agreed on before it is used, and what is taken from it is in bounds whatever the
 * program under test has written there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "wire/wire_check.h"

#define WORKERS 2

/* Most of it is never touched, so it takes no memory. */
static struct hd_wire *new_wire(void)
{
	struct hd_wire *wire = mmap(NULL, hd_wire_size(WORKERS), PROT_READ | PROT_WRITE,
				    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	assert_ptr_not_equal(wire, MAP_FAILED);
	hd_wire_init(wire, WORKERS);
	return wire;
}

static void free_wire(struct hd_wire *wire)
{
	munmap(wire, hd_wire_size(WORKERS));
}

static void test_layout(void **state)
{
	struct hd_wire *wire = new_wire();
	size_t size = hd_wire_size(WORKERS);

	(void)state;
	assert_null(hd_wire_refused(wire, size, 0));
	assert_null(hd_wire_refused(wire, size, WORKERS - 1));
	assert_non_null(hd_wire_refused(wire, size, WORKERS));
	assert_non_null(hd_wire_refused(wire, size - 1, 0));
	assert_non_null(hd_wire_refused(wire, 0, 0));
	wire->version++;
	assert_non_null(hd_wire_refused(wire, size, 0));
	wire->version--;
	wire->size += 8; /* one side has a field more */
	assert_non_null(hd_wire_refused(wire, size, 0));
	assert_non_null(hd_wire_refused(wire, size + 8, 0));
	wire->size -= 8;
	wire->magic = 0;
	assert_non_null(hd_wire_refused(wire, size, 0));
	free_wire(wire);
}

static void test_lock_has_an_owner(void **state)
{
	struct hd_wire *wire = new_wire();

	(void)state;
	assert_true(hd_wire_lock(wire, 1));
	assert_false(hd_wire_lock(wire, 0));
	hd_wire_unlock_of(wire, 0); /* worker 0 was killed: the lock is not its own */
	assert_false(hd_wire_lock(wire, 0));
	hd_wire_unlock_of(wire, 1);
	assert_true(hd_wire_lock(wire, 0));
	hd_wire_unlock(wire);
	assert_true(hd_wire_lock(wire, 1));
	free_wire(wire);
}

static void test_counts(void **state)
{
	struct hd_wire *wire = new_wire();

	(void)state;
	wire->nmodules = 1;
	wire->nsites = 2;
	assert_int_equal(hd_wire_modules(wire), 1);
	assert_true(hd_wire_has_site(wire, 1));
	assert_false(hd_wire_has_site(wire, 2));
	wire->sites[1].module = 1;
	assert_false(hd_wire_has_site(wire, 1));
	wire->nmodules = wire->nsites = wire->nfindings = wire->nsources = UINT32_MAX;
	assert_int_equal(hd_wire_modules(wire), HD_MAX_MODULES);
	assert_int_equal(hd_wire_sites(wire), HD_MAX_SITES);
	assert_int_equal(hd_wire_findings(wire), HD_MAX_FINDINGS);
	assert_int_equal(hd_wire_sources(wire), HD_MAX_SOURCES);
	assert_false(hd_wire_has_site(wire, HD_NO_SITE));
	free_wire(wire);
}

static void test_overwritten_failure(void **state)
{
	struct hd_wire *wire = new_wire();
	struct hd_wire_failure *f = &wire->workers[1].failure;
	static struct hd_wire_failure out;

	(void)state;
	memset(f, 0xff, sizeof *f);
	f->threads[3] = (struct hd_wire_thread){.tid = 5, .owner = 0xfff0, .nheld = 0xff, .nstack = 0xff};
	memset(f->threads[3].name, 'n', sizeof f->threads[3].name);
	hd_wire_take_failure(wire, 1, &out);
	assert_int_equal(out.outcome, HD_OUT_NONE);
	assert_int_equal(out.tid, HD_NO_TID);
	assert_int_equal(out.site, HD_NO_SITE);
	assert_int_equal(strnlen(out.message, sizeof out.message), sizeof out.message - 1);
	assert_int_equal(out.place.kind, HD_PLACE_NONE);
	assert_int_equal(out.nthreads, 1); /* the others make no sense */
	assert_int_equal(out.threads[0].tid, 5);
	assert_int_equal(out.threads[0].owner, HD_NO_TID);
	assert_int_equal(out.threads[0].nheld, HD_HELD_MAX);
	assert_int_equal(out.threads[0].nstack, HD_THREAD_STACK_MAX);
	assert_int_equal(strnlen(out.threads[0].name, sizeof out.threads[0].name),
			 sizeof out.threads[0].name - 1);
	free_wire(wire);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_layout),
	    cmocka_unit_test(test_lock_has_an_owner),
	    cmocka_unit_test(test_counts),
	    cmocka_unit_test(test_overwritten_failure),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
