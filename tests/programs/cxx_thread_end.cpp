/* SPDX-License-Identifier: Apache-2.0
 * cxx_thread_end.cpp: what happens when threads end: thread_local objects in the order of their construction,
 * also those made by other destructors; values that are ready at thread exit; statics destroyed after main.
 * EXPECT: passed
 * ARGS: -n 400
 * DETERMINISM: 60 */
#include <cassert>
#include <condition_variable>
#include <cstdlib>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

static std::mutex lock;
static std::condition_variable ended;
static int gone;
static bool unlocked; /* set under the lock by a thread that gives it up when it is over */

struct tracer {
	std::string text;
	const char *name;
	explicit tracer(const char *n) : text(40, *n), name(n)
	{
	}
	~tracer();
};

static thread_local std::vector<std::string> order;
static thread_local std::unique_ptr<tracer> late;

tracer::~tracer()
{
	assert(text.size() == 40 && text[0] == *name);
	order.push_back(name);
	if (std::string(name) == "second" && !late)
		late = std::make_unique<tracer>("made by a destructor");
	if (std::string(name) == "first") {
		assert(order.size() >= 2 && order[0] == "second");
		std::lock_guard<std::mutex> hold(lock);
		gone++;
		ended.notify_all();
	}
}

static void use_locals()
{
	order.reserve(8); /* constructed first, destroyed last */
	late.reset();
	static thread_local tracer first("first");
	static thread_local tracer second("second");

	assert(first.text != second.text);
}

struct at_the_end { /* constructed before main, destroyed after it: both threads are gone by then */
	std::thread running;
	~at_the_end()
	{
		running.join();
		if (gone != 2 || !unlocked)
			std::abort();
	}
};

static at_the_end last;

int main()
{
	std::thread a(use_locals);
	std::promise<int> promise;
	auto value = promise.get_future();
	std::thread b([&promise] {
		use_locals();
		promise.set_value_at_thread_exit(5);
	});

	assert(value.get() == 5);
	b.join();
	last.running = std::thread([] {
		std::unique_lock<std::mutex> hold(lock);
		unlocked = true;
		std::notify_all_at_thread_exit(ended, std::move(hold));
	});
	a.join();
	std::unique_lock<std::mutex> hold(lock);
	ended.wait(hold, [] { return gone == 2 && unlocked; });
	return 0;
}
