/* SPDX-License-Identifier: Apache-2.0 */
#include "static/ir/call_acts.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "static/ir/acts.h"
#include "static/ir/known.h"
#include "static/ir/values.h"

#define MOST_ARGS 16

static unsigned arg_count(LLVMValueRef call)
{
	return LLVMGetNumArgOperands(call);
}

static LLVMValueRef arg_of(LLVMValueRef call, int number)
{
	return number >= 0 && (unsigned)number < arg_count(call) ? LLVMGetOperand(call, (unsigned)number)
								 : NULL;
}

static bool is_pointer(LLVMValueRef value)
{
	return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

static LLVMValueRef without_casts(LLVMValueRef value)
{
	for (;;) {
		if (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMBitCast)
			value = LLVMGetOperand(value, 0);
		else if (LLVMIsAGlobalAlias(value))
			value = LLVMAliasGetAliasee(value);
		else
			return value;
	}
}

/* The function itself, where it is named; or what the pointer points to. */
static void set_callee(struct hd_extract *x, struct hd_act *act, LLVMValueRef callee)
{
	size_t number = (size_t)(act - x->facts->acts);

	if (LLVMIsAFunction(callee)) {
		uint32_t function = hd_value_function(x, callee);

		x->facts->acts[number].callee = function;
	} else {
		struct hd_cell cell = hd_value_cell(x, callee);

		x->facts->acts[number].with = cell;
	}
}

/* What the call hands over, and what it returns. */
static void add_args(struct hd_extract *x, struct hd_act *act, LLVMValueRef call, unsigned first)
{
	struct hd_static_facts *f = x->facts;
	size_t number = (size_t)(act - f->acts);
	uint32_t start = (uint32_t)f->nargs;
	struct hd_cell result = hd_value_may_point(call) ? hd_value_cell(x, call) : HD_NOWHERE;

	for (unsigned i = first; i < arg_count(call); i++) {
		LLVMValueRef arg = LLVMGetOperand(call, i);
		struct hd_cell cell = hd_value_may_point(arg) ? hd_value_cell(x, arg) : HD_NOWHERE;

		HD_ADD(f, args, cell);
	}
	act = &f->acts[number];
	act->first_arg = start;
	act->nargs = (uint32_t)f->nargs - start;
	act->result = result;
}

/* What a join waits for is a value: where it was read from is where the handle is. */
static LLVMValueRef handle_of(LLVMValueRef value)
{
	return value && LLVMIsALoadInst(value) ? LLVMGetOperand(value, 0) : NULL;
}

/* The mutex of a wait. */
static struct hd_cell other_object(struct hd_extract *x, LLVMValueRef call, int with)
{
	struct hd_cells *cells = &x->facts->cells;
	struct hd_cell holder;

	if (with < HD_INSIDE(0))
		return arg_of(call, with) ? hd_value_cell(x, arg_of(call, with)) : HD_NOWHERE;
	holder = arg_of(call, with - HD_INSIDE(0)) ? hd_value_cell(x, arg_of(call, with - HD_INSIDE(0)))
						   : HD_NOWHERE;
	return hd_is_somewhere(holder) ? hd_cells_load(cells, holder) : HD_NOWHERE;
}

/* std::thread hands over a unique_ptr to a state, whose table of virtual functions has two destructors first,
 * and then the function that the thread runs. */
static void add_std_thread(struct hd_extract *x, struct hd_act *act, LLVMValueRef holder)
{
	struct hd_cells *cells = &x->facts->cells;
	size_t number = (size_t)(act - x->facts->acts);
	struct hd_cell state = hd_cells_load(cells, hd_value_cell(x, holder));
	struct hd_cell table = hd_cells_load(cells, state);

	table.offset += 2 * (int64_t)sizeof(void *);
	x->facts->acts[number].with = hd_cells_load(cells, table);
	x->facts->acts[number].first_arg = HD_ADD(x->facts, args, state);
	x->facts->acts[number].nargs = 1;
}

static void add_create(struct hd_extract *x, struct hd_act *act, LLVMValueRef call,
		       const struct hd_known_function *known)
{
	size_t number = (size_t)(act - x->facts->acts);

	if (known->with >= HD_RUN_BY(0)) {
		add_std_thread(x, act, arg_of(call, known->with - HD_RUN_BY(0)));
	} else if (arg_of(call, known->with)) {
		set_callee(x, act, without_casts(arg_of(call, known->with)));
		add_args(x, &x->facts->acts[number], call, (unsigned)known->with + 1);
	}
}

static void add_sync(struct hd_extract *x, LLVMValueRef call, const struct hd_known_function *known)
{
	LLVMValueRef object = arg_of(call, known->object);
	bool by_value = known->event == HD_JOIN && known->with < HD_RUN_BY(0);
	struct hd_act *act = hd_extract_act(x, call, known->event, by_value ? handle_of(object) : object);
	size_t number = (size_t)(act - x->facts->acts);

	act->may_fail = known->also & HD_MAY_FAIL;
	if (known->event == HD_INIT && arg_of(call, 2) && LLVMIsAConstantInt(arg_of(call, 2)))
		act->size = LLVMConstIntGetZExtValue(arg_of(call, 2)) + 1;
	if (known->event == HD_CREATE)
		add_create(x, act, call, known);
	if (known->event == HD_COND_WAIT) {
		struct hd_cell mutex = other_object(x, call, known->with);

		x->facts->acts[number].with = mutex;
	}
	if (known->event == HD_ONCE && arg_of(call, 1))
		set_callee(x, hd_extract_act(x, call, HD_NONE, NULL), without_casts(arg_of(call, 1)));
}

/* A length that the call says, 0: it is not a constant. */
static uint64_t length_of(LLVMValueRef call)
{
	LLVMValueRef length = arg_of(call, 2);

	return length && LLVMIsAConstantInt(length) ? LLVMConstIntGetZExtValue(length) : 0;
}

static void add_copy(struct hd_extract *x, LLVMValueRef call)
{
	struct hd_copy copy = {hd_value_cell(x, arg_of(call, 0)), hd_value_cell(x, arg_of(call, 1)),
			       length_of(call)};

	if (hd_is_somewhere(copy.to) && hd_is_somewhere(copy.from))
		HD_ADD(x->facts, copies, copy);
}

/* Reads and writes of what arguments point to. */
static void add_accesses(struct hd_extract *x, LLVMValueRef call, const struct hd_known_function *known)
{
	for (unsigned i = 0; i < arg_count(call) && i < MOST_ARGS; i++) {
		LLVMValueRef arg = LLVMGetOperand(call, i);

		if (!is_pointer(arg) || !hd_is_somewhere(hd_value_cell(x, arg)))
			continue;
		if (known->reads >> i & 1)
			hd_extract_act(x, call, HD_READ, arg)->size =
			    known->also & HD_COPIES ? length_of(call) : 0;
		if (known->writes >> i & 1)
			hd_extract_act(x, call, HD_WRITE, arg)->size =
			    known->also & HD_COPIES ? length_of(call) : 0;
	}
}

static void add_memory(struct hd_extract *x, LLVMValueRef call, const struct hd_known_function *known)
{
	add_accesses(x, call, known);
	if (known->also & HD_COPIES)
		add_copy(x, call);
	if (known->also & HD_NEW)
		hd_value_is(x, call, hd_cells_object(&x->facts->cells, HD_OBJECT_HEAP, x->block));
	if (known->also & HD_RETURNS0 && hd_value_may_point(call))
		hd_value_is(x, call, hd_value_cell(x, arg_of(call, 0)));
}

/* An unknown function may read and write what it is given, and call the functions that it is given. */
static void add_unknown(struct hd_extract *x, LLVMValueRef call)
{
	static const struct hd_known_function all = {.reads = 0xffff, .writes = 0xffff};
	struct hd_act *act;

	add_accesses(x, call, &all);
	if (hd_value_may_point(call) && is_pointer(call))
		hd_value_is(x, call, hd_cells_object(&x->facts->cells, HD_OBJECT_HEAP, x->block));
	for (unsigned i = 0; i < arg_count(call); i++) {
		LLVMValueRef arg = LLVMGetOperand(call, i);
		struct hd_cell cell;

		if (!is_pointer(arg) || !hd_is_somewhere(cell = hd_value_cell(x, arg)))
			continue;
		act = hd_extract_act(x, call, HD_NONE, NULL);
		act->with = cell;
		act->loose = true;
		add_args(x, act, call, 0);
	}
}

static bool starts_with(const char *name, const char *start)
{
	return !strncmp(name, start, strlen(start));
}

/* Intrinsics of LLVM are named llvm.memcpy.p0i8.p0i8.i64. */
static const struct hd_known_function *known_intrinsic(const char *name)
{
	static const char *const named[] = {"memcpy", "memmove", "memset"};
	static const struct hd_known_function harmless = {.name = "llvm"};

	for (size_t i = 0; i < sizeof named / sizeof named[0]; i++)
		if (starts_with(name + strlen("llvm."), named[i]))
			return hd_known_function(named[i]);
	return &harmless;
}

/* Functions after which code runs in an order that its blocks do not say. */
static bool jumps(const char *name)
{
	static const char *const names[] = {
	    "setjmp", "_setjmp",   "sigsetjmp", "__sigsetjmp", "swapcontext", "makecontext", "setcontext",
	    "signal", "sigaction", "sigset",	"bsd_signal",  "sysv_signal", "vfork"};

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

static void call_outside(struct hd_extract *x, LLVMValueRef call, const char *name)
{
	const struct hd_known_function *known =
	    starts_with(name, "llvm.") ? known_intrinsic(name) : hd_known_function(name);

	x->facts->jumps |= jumps(name);
	if (!known)
		add_unknown(x, call);
	else if (known->event)
		add_sync(x, call, known);
	else
		add_memory(x, call, known);
}

static void call_inside(struct hd_extract *x, LLVMValueRef call, LLVMValueRef callee)
{
	size_t number = x->facts->nacts;

	set_callee(x, hd_extract_act(x, call, HD_NONE, NULL), callee);
	add_args(x, &x->facts->acts[number], call, 0);
}

void hd_extract_call(struct hd_extract *x, LLVMValueRef call)
{
	LLVMValueRef callee = without_casts(LLVMGetCalledValue(call));
	size_t length;

	if (LLVMIsAInlineAsm(callee))
		return;
	if (LLVMIsAFunction(callee) && !LLVMCountBasicBlocks(callee))
		call_outside(x, call, LLVMGetValueName2(callee, &length));
	else
		call_inside(x, call, callee);
}
