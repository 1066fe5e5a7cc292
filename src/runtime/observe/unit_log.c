/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/observe/unit_log.h"

#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include "model/sets/unitlog.h"
#include "runtime/common/rt.h"
#include "runtime/state/run_record.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/threads.h"
#include "runtime/common/stack_ids.h"

#define BUFFER	(256UL << 20) /* of one run; only what is used is ever there */
#define MEMBERS (1u << 15)
#define SETS	(1u << 10)
#define SHAPES	(1u << 11)
#define ROOM	64 /* bytes, for a record without a shape */

static struct hd_unitlog_out out;

/* The unit that touched a location last, and the same for a set: hash tables with one entry a slot, where a
 * new entry replaces the old one. Turns are numbered over all runs, so that nothing has to be cleared. */
static struct member {
	uint64_t unit, turn;
	uint32_t member;
	uint32_t run, spot; /* its number in the log of this run */
	bool did[2];
} * members;

static struct set {
	uint64_t set, unit, turn;
} * sets;

/* Small, because one is looked up for nearly every record. */
static struct shape {
	uint32_t site, context, locks, function, depth, run, number;
	hd_tid tid;
	bool write;
} * shapes;

static uint64_t turn, first_turn; /* now, and where the run began */
static uint32_t nshapes, nspots;
static uint64_t last_unit;

static void unit_log_begin(void)
{
	out.n = 0;
	out.full = false;
	nshapes = nspots = 0;
	last_unit = 0;
	first_turn = ++turn;
}

/* There is room: see begin_record(). */
static void put(uint64_t x)
{
	for (; x > 0x7f; x >>= 7)
		out.at[out.n++] = (uint8_t)(x | 0x80);
	out.at[out.n++] = (uint8_t)x;
}

/* False: the buffer is full. */
static bool begin_record(uint64_t what, unsigned tag)
{
	if (out.size - out.n < ROOM)
		out.full = true;
	if (out.full)
		return false;
	if (!out.n) { /* only now is it known which run this is */
		put(hd_rt.slot->current_run);
		put(hd_rt.wire->options.seed);
	}
	put(what << 2 | tag);
	return true;
}

/* ---- accesses that make no difference ---- */

static uint64_t turn_of(const struct hd_unit_access *a)
{
	struct set *s = &sets[a->set % SETS];

	if (s->set != a->set || s->unit != a->unit || s->turn <= first_turn) {
		turn++;
		*s = (struct set){.set = a->set, .unit = a->unit, .turn = turn};
	}
	return s->turn;
}

static bool is_known(struct member *m, const struct hd_unit_access *a)
{
	uint64_t now = turn_of(a);

	if (m->unit != a->unit || m->turn != now) {
		m->unit = a->unit;
		m->turn = now;
		m->did[0] = m->did[1] = false;
	}
	if (m->did[a->write])
		return true;
	m->did[a->write] = true;
	return false;
}

/* ---- how a location is touched ---- */

static struct hd_unitlog_place place_of(uint64_t addr)
{
	struct hd_wire_place p;

	memset(&p, 0, sizeof p);
	hd_place_of(addr, &p);
	return (struct hd_unitlog_place){{p.kind, p.freed, p.tid, p.free_tid, p.module, p.alloc_site,
					  p.free_site, p.offset, p.size, p.block}};
}

static void fill_stack(struct hd_unitlog_shape *s, const struct hd_unit_access *a)
{
	s->stack[s->nstack++] = a->site;
	for (const struct hd_stack_id *c = hd_stack_id_at(a->context); c; c = hd_stack_id_at(c->rest)) {
		if (s->nstack < HD_UNITLOG_STACK)
			s->stack[s->nstack++] = c->site;
		s->frames++;
	}
}

static void fill_locks(struct hd_unitlog_shape *s, const struct hd_unit_access *a)
{
	const struct hd_stack_id *c = hd_stack_id_at(a->locks);

	for (; c && s->nheld < HD_UNITLOG_HELD; c = hd_stack_id_at(c->rest)) {
		s->held[s->nheld].place = place_of(c->key >> 1);
		s->held[s->nheld].site = c->site;
		s->held[s->nheld++].kind = c->key & 1 ? HD_RDLOCK : HD_LOCK;
	}
}

static void define(const struct hd_unit_access *a)
{
	static struct hd_unitlog_shape s;
	const struct hd_thread *t = &hd_threads[a->tid];

	memset(&s, 0, sizeof s);
	s.function = a->function;
	s.depth = a->depth;
	s.site = a->site;
	s.tid = a->tid;
	s.write = a->write;
	s.start_site = t->create_site;
	memcpy(s.name, t->name, sizeof s.name);
	fill_stack(&s, a);
	fill_locks(&s, a);
	if (begin_record(0, HD_UNITLOG_MORE))
		hd_unitlog_shape(&out, &s);
}

static __attribute__((noinline)) void define_spot(struct member *m, const struct hd_unit_access *a)
{
	struct hd_unitlog_spot s = {
	    .set = a->set, .part = a->part, .kind = a->kind, .addr = a->addr, .member = a->member};

	*m = (struct member){.member = a->member, .run = hd_rt.run.epoch, .spot = nspots++};
	s.place = place_of(a->addr);
	if (begin_record(1, HD_UNITLOG_MORE))
		hd_unitlog_spot(&out, &s);
}

static struct member *find_member(const struct hd_unit_access *a)
{
	struct member *m = &members[a->member % MEMBERS];

	if (m->member != a->member || m->run != hd_rt.run.epoch)
		define_spot(m, a);
	return m;
}

static bool is_shape(const struct shape *s, const struct hd_unit_access *a)
{
	return s->site == a->site && s->context == a->context && s->locks == a->locks &&
	       s->function == a->function && s->depth == a->depth && s->run == hd_rt.run.epoch &&
	       s->tid == a->tid && s->write == a->write;
}

static __attribute__((noinline)) void define_shape(struct shape *s, const struct hd_unit_access *a)
{
	*s = (struct shape){.site = a->site,
			    .context = a->context,
			    .locks = a->locks,
			    .function = a->function,
			    .depth = a->depth,
			    .run = hd_rt.run.epoch,
			    .number = nshapes++,
			    .tid = a->tid,
			    .write = a->write};
	define(a);
}

static uint32_t number_of(const struct hd_unit_access *a)
{
	uint64_t key = ((uint64_t)a->site << 32 ^ a->function) * 0x9E3779B97F4A7C15ULL ^ a->context ^
		       (uint64_t)a->locks << 20 ^ (uint64_t)a->tid << 40;
	struct shape *s = &shapes[(key * 0x9E3779B97F4A7C15ULL >> 40) % SHAPES];

	if (!is_shape(s, a))
		define_shape(s, a);
	return s->number;
}

static void unit_log_access(const struct hd_unit_access *access)
{
	struct member *m = find_member(access);
	struct hd_unit_access a;
	uint32_t shape;

	if (is_known(m, access))
		return;
	a = *access;
	if (!a.described) {
		a.context = hd_stack_id_of_calls(&hd_threads[a.tid]);
		a.locks = hd_stack_id_of_locks(&hd_threads[a.tid]);
	}
	shape = number_of(&a);
	if (a.unit == last_unit) {
		if (begin_record(shape, HD_UNITLOG_SAME))
			put(m->spot);
		return;
	}
	last_unit = a.unit;
	if (begin_record(shape, HD_UNITLOG_OTHER)) {
		put(m->spot);
		put(a.unit);
	}
}

static void unit_log_end(hd_tid t, uint64_t unit)
{
	if (begin_record(unit, HD_UNITLOG_END))
		put(t);
}

static void unit_log_gone(uint64_t set)
{
	begin_record(set + 1, HD_UNITLOG_MORE);
}

/* In one call, for other workers write to the same file. A run that did not fit into memory is left out: half
 * of it would say nothing about the other half. */
static void unit_log_write(void)
{
	uint8_t head[32] = {HD_UNITLOG_RUN};
	struct hd_unitlog_out h = {.at = head, .n = 1, .size = sizeof head};
	struct iovec parts[2] = {{.iov_base = head}, {.iov_base = out.at, .iov_len = out.n}};
	long fd;

	if (out.full || !out.n)
		return;
	hd_unitlog_number(&h, out.n);
	hd_unitlog_number(&h, hd_unitlog_sum(out.at, out.n));
	parts[0].iov_len = h.n;
	fd = hd_syscall(SYS_openat, AT_FDCWD, hd_rt.wire->unit_log, O_WRONLY | O_APPEND | O_CLOEXEC, 0);
	if (fd < 0 || hd_syscall(SYS_writev, fd, parts, 2) != (long)(h.n + out.n))
		atomic_fetch_add(&hd_rt.wire->unit_log_lost, 1);
	if (fd >= 0)
		hd_syscall(SYS_close, fd);
}

const struct hd_set_log *hd_unit_log_init(void)
{
	static const struct hd_set_log log = {.begin = unit_log_begin,
					      .access = unit_log_access,
					      .unit_end = unit_log_end,
					      .set_gone = unit_log_gone,
					      .run_end = unit_log_write};

	if (!hd_rt.wire->unit_log[0] || hd_rt.wire->replaying)
		return NULL;
	out = (struct hd_unitlog_out){.at = hd_aside_alloc(BUFFER), .size = BUFFER};
	members = hd_aside_alloc(sizeof *members * MEMBERS);
	sets = hd_aside_alloc(sizeof *sets * SETS);
	shapes = hd_aside_alloc(sizeof *shapes * SHAPES);
	return &log;
}
