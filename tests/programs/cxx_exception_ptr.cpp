/* SPDX-License-Identifier: Apache-2.0
 * cxx_exception_ptr.cpp: exceptions travel between threads, nested, and while others are in flight.
 * Once flags and local statics try again what has thrown.
 * EXPECT: passed
 * ARGS: -n 400
 * DETERMINISM: 60 */
#include <atomic>
#include <cassert>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

static std::exception_ptr caught[2];
static std::once_flag once;
static std::atomic<int> tries, refused, constructions;

/* Its destructor handles an exception of its own while another one unwinds the stack. */
struct noisy {
	~noisy()
	{
		try {
			throw 7;
		} catch (int seven) {
			assert(seven == 7 && std::uncaught_exceptions() == 1);
		}
	}
};

static void fail_twice(int id)
{
	try {
		noisy n;
		throw std::runtime_error("inner " + std::to_string(id));
	} catch (...) {
		std::throw_with_nested(std::logic_error("outer"));
	}
}

static void run(int id)
{
	try {
		fail_twice(id);
	} catch (...) {
		caught[id] = std::current_exception();
	}
}

static std::string inner_of(std::exception_ptr p)
{
	try {
		std::rethrow_exception(p);
	} catch (const std::exception &e) {
		try {
			std::rethrow_if_nested(e);
		} catch (const std::exception &inner) {
			return inner.what();
		}
	}
	return "";
}

/* The first one throws, somebody else has to do it. */
static void initialise()
{
	for (bool done = false; !done;)
		try {
			std::call_once(once, [] {
				if (tries++ == 0)
					throw std::runtime_error("not yet");
			});
			done = true;
		} catch (const std::runtime_error &) {
			refused++;
		}
}

struct delicate {
	delicate()
	{
		if (constructions++ == 0)
			throw std::runtime_error("first");
	}
};

static void use_static()
{
	for (int i = 0; i < 2; i++)
		try {
			static delicate instance;
		} catch (const std::runtime_error &) {
		}
}

static void work(int id)
{
	run(id);
	initialise();
	use_static();
}

int main()
{
	std::thread a(work, 0), b(work, 1);

	a.join();
	b.join();
	assert(inner_of(caught[0]) == "inner 0" && inner_of(caught[1]) == "inner 1");
	assert(tries == 2 && refused == 1 && constructions == 2);
	return 0;
}
