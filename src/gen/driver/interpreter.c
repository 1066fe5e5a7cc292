/* SPDX-License-Identifier: Apache-2.0
 *
 * The driver's main function: takes the next test from the queue, and makes its calls. It is compiled without
 * instrumentation: what it does is no part of the library. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "gen/driver/jobs.h"
#include "gen/driver/stubs.h"

#define MOST_MEMORY (1UL << 30) /* bytes of a test: a library that asks for ever more gets no more */

/* What the runtime is answered when it asks for the next run: see runtime/engine/series.h. */
enum answer { LATER = -1, ALONE, BY_CHANCE, SYSTEMATIC };

void heddle_test_series(int (*next)(void *queue, int exhausted, unsigned *test), void *queue);

static struct gen_queue *queue;
static struct gen_job *job;
static void *slots[GEN_SLOTS];
static void *buffers[GEN_CALLS][GEN_ARGUMENTS]; /* memory for arguments: the library may keep using it */

/* ---- which job ---- */

/* The last run of the job under way has ended well. */
static int has_more_runs(struct gen_job *j, int exhausted)
{
	j->exhausted = exhausted == 1;
	return !exhausted && j->started < j->norders + j->chance + j->systematic;
}

static int start_run(struct gen_job *j)
{
	uint32_t run = j->started++;

	j->state = GEN_STARTED;
	if (run < j->norders)
		return ALONE;
	return run < j->norders + j->chance ? BY_CHANCE : SYSTEMATIC;
}

/* Called between runs, when no memory but the queue is what it ought to be. `exhausted`: nothing is left of a
 * systematic search, and 1: all schedules have been run. */
static int next_run(void *shared, int exhausted, unsigned *test)
{
	struct gen_queue *q = shared;
	struct gen_job *j = &q->jobs[q->current % GEN_JOBS];

	if (q->begun && q->next == q->current && !has_more_runs(j, exhausted)) {
		j->state = GEN_DONE;
		q->next = q->current + 1;
	}
	if (q->next == q->filled)
		return LATER;
	q->begun = 1;
	q->current = *test = q->next;
	return start_run(&q->jobs[q->current % GEN_JOBS]);
}

/* Before main: what is mapped then stays as it is when the runtime resets the process. */
__attribute__((constructor)) static void map_queue(int argc, char **argv)
{
	int fd = argc > 1 ? open(argv[1], O_RDWR) : -1;

	queue = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof *queue, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (queue == MAP_FAILED || queue->size != sizeof *queue)
		_exit(2);
	close(fd);
	heddle_test_series(next_run, queue);
}

/* ---- values ---- */

static uint64_t mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * 0x9E3779B97F4A7C15ULL;
	return hash ^ (hash >> 29);
}

static void fill(char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		bytes[i] = (char)('a' + i % 26);
}

static void *memory_for(const struct gen_operand *o, void **memory)
{
	*memory = calloc(1, (size_t)o->number ? (size_t)o->number : 1);

	if (!*memory)
		_exit(2);
	if (o->kind == GEN_BYTES)
		fill(*memory, (size_t)o->number);
	return *memory;
}

/* What is allocated for it is kept in *memory. */
static union gen_value value_of(const struct gen_operand *o, void **memory)
{
	switch (o->kind) {
	case GEN_NUMBER:
	case GEN_REAL:
		return (union gen_value){.number = o->number};
	case GEN_OBJECT:
		return (union gen_value){.pointer = slots[o->index]};
	case GEN_MEMORY:
		return (union gen_value){.pointer = slots[o->index] = memory_for(o, memory)};
	case GEN_ADDRESS:
		return (union gen_value){.pointer = &slots[o->index]};
	case GEN_TEXT:
		return (union gen_value){.pointer = (void *)gen_texts[o->index]};
	case GEN_BYTES:
	case GEN_ROOM:
	case GEN_CELL:
		return (union gen_value){.pointer = memory_for(o, memory)};
	case GEN_CALLBACK:
		return (union gen_value){.pointer = gen_callbacks[o->index]};
	case GEN_TOKEN:
		return (union gen_value){.pointer = &gen_tokens[o->index]};
	default:
		return (union gen_value){0};
	}
}

/* ---- calls ---- */

/* A call on an object that an earlier call did not give is left out. */
static int lacks_object(const struct gen_call *call)
{
	for (uint32_t i = 0; i < call->arguments; i++)
		if (call->argument[i].kind == GEN_OBJECT && !slots[call->argument[i].index])
			return 1;
	return 0;
}

/* A number for bytes (FNV-1a): programs of their own make the same one. */
static int64_t number_of_bytes(const void *bytes, size_t n)
{
	uint64_t number = 0xcbf29ce484222325ULL;

	for (size_t i = 0; i < n; i++)
		number = (number ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3ULL;
	return (int64_t)number;
}

static int64_t number_of_text(const char *text)
{
	size_t n = 0;

	while (text && n < GEN_TEXT_MOST && text[n])
		n++;
	return text ? number_of_bytes(text, n) : 0;
}

/* Numbers as they are, reals without what is behind the point, texts by what they say, and of other pointers
 * whether there is one. */
static int64_t compared(const struct gen_function *f, union gen_value result)
{
	switch (f->result) {
	case GEN_RESULT_NUMBER:
		return result.number;
	case GEN_RESULT_REAL:
		return (int64_t)result.real;
	case GEN_RESULT_TEXT:
		return number_of_text(result.pointer);
	case GEN_RESULT_NONE:
		return 0;
	default:
		return result.pointer != NULL;
	}
}

static int64_t number_at(const void *memory, int64_t size)
{
	int64_t number = 0;

	memcpy(&number, memory, size < 8 ? (size_t)size : 8);
	return number;
}

static void keep_values(unsigned index, const struct gen_call *call, int64_t result)
{
	unsigned n = 1;

	job->values[index][0] = result;
	for (uint32_t i = 0; i < call->arguments && n < GEN_VALUES; i++) {
		const struct gen_operand *o = &call->argument[i];

		if (o->kind == GEN_CELL && o->index)
			job->values[index][n++] = number_at(buffers[index][i], o->number);
		else if (o->kind == GEN_ROOM && o->index)
			job->values[index][n++] = number_of_bytes(buffers[index][i], (size_t)o->number);
	}
}

static void make_call(unsigned index)
{
	const struct gen_call *call = &job->calls[index];
	const struct gen_function *f = &gen_functions[call->function];
	union gen_value arguments[GEN_ARGUMENTS], result = {0};

	if (job->checks)
		memset(job->values[index], 0, sizeof job->values[index]);
	if (lacks_object(call))
		return;
	for (uint32_t i = 0; i < call->arguments; i++)
		arguments[i] = value_of(&call->argument[i], &buffers[index][i]);
	f->stub(arguments, &result);
	if (call->result != GEN_NO_SLOT)
		slots[call->result] = result.pointer;
	if (job->checks)
		keep_values(index, call, compared(f, result));
}

static void make_calls(unsigned first, unsigned n)
{
	for (unsigned i = first; i < first + n; i++)
		make_call(i);
}

/* The prefix made all objects that it was to make. */
static int has_objects(void)
{
	for (unsigned i = 0; i < job->prefix; i++) {
		const struct gen_call *call = &job->calls[i];

		if (call->result != GEN_NO_SLOT && !slots[call->result])
			return 0;
		for (uint32_t a = 0; a < call->arguments; a++)
			if (call->argument[a].kind == GEN_ADDRESS && !slots[call->argument[a].index])
				return 0;
	}
	return 1;
}

static void *suffix_thread(void *number)
{
	unsigned thread = (unsigned)(uintptr_t)number;

	make_calls(gen_first_call(job, thread), job->suffix[thread]);
	return number;
}

static void run_concurrently(void)
{
	pthread_t threads[GEN_THREADS];

	for (uintptr_t i = 0; i < GEN_THREADS; i++)
		if (job->suffix[i] && pthread_create(&threads[i], NULL, suffix_thread, (void *)i))
			_exit(2);
	for (unsigned i = 0; i < GEN_THREADS; i++)
		if (job->suffix[i])
			pthread_join(threads[i], NULL);
}

static void run_in_order(uint32_t order)
{
	unsigned at[4]; /* a thread is two bits of the order */

	for (unsigned i = 0; i < GEN_THREADS; i++)
		at[i] = gen_first_call(job, i);
	for (unsigned i = 0; i < gen_suffix_calls(job); i++)
		make_call(at[order >> 2 * i & 3]++);
}

/* The results of the suffixes, and of what was called after them. */
static uint64_t all_results(void)
{
	uint64_t hash = 0;

	for (unsigned i = job->prefix; i < job->prefix + gen_suffix_calls(job) + job->end; i++)
		for (unsigned v = 0; v < GEN_VALUES; v++)
			hash = mix(hash, (uint64_t)job->values[i][v]);
	return hash;
}

static int is_allowed(uint64_t results)
{
	for (uint32_t i = 0; i < job->norders; i++)
		if (job->results[i] == results)
			return 1;
	return 0;
}

int main(void)
{
	const struct rlimit limit = {.rlim_cur = MOST_MEMORY, .rlim_max = MOST_MEMORY};
	uint32_t run;

	job = &queue->jobs[queue->current % GEN_JOBS];
	run = job->started - 1;
	setrlimit(RLIMIT_DATA, &limit);
	make_calls(0, job->prefix);
	if (!has_objects()) {
		job->state = GEN_NO_OBJECT;
		queue->next = queue->current + 1; /* the other runs of it would end like this one */
		return 0;
	}
	if (run < job->norders)
		run_in_order(job->orders[run]);
	else
		run_concurrently();
	make_calls(job->prefix + gen_suffix_calls(job), job->end);
	if (!job->checks)
		return 0;
	if (run < job->norders) {
		job->results[run] = all_results();
	} else if (!is_allowed(all_results())) {
		job->state = GEN_WRONG_RESULT;
		assert(!"the results are those of the calls one after the other");
	}
	return 0;
}
