// SPDX-License-Identifier: Apache-2.0
//
// Programs in C++ with one bug each, as explained.c; explain.sh says what the marks mean.
#include <cassert>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

static std::mutex lock;
static std::condition_variable changed;

/* ---- a notification that comes before the wait, which does not look first ---- */

static void notified()
{
	std::thread waiter([] {
		std::unique_lock<std::mutex> hold(lock);
		changed.wait(hold); /* @notified */
	});

	changed.notify_one(); /* @notified */
	waiter.join();
}

/* ---- the result of one promise is set by two threads ---- */

static void set_twice()
{
	std::promise<int> promise;
	std::atomic<bool> done{false};
	auto set = [&] {
		if (!done) {		      /* @set_twice:check */
			promise.set_value(1); /* @set_twice:act */
			done = true;	      /* @set_twice:act */
		}
	};
	std::thread one(set), two(set);

	one.join();
	two.join();
}

/* ---- an element is looked up and used, and erased in between ---- */
/* @erased is a use of memory that another thread has freed: use and change it under the same lock */

static std::map<int, std::string> names = {{1, "one"}, {2, "two"}};

static void erased()
{
	std::thread eraser([] {
		std::lock_guard<std::mutex> hold(lock);
		names.erase(2); /* @erased */
	});
	std::string *name;
	{
		std::lock_guard<std::mutex> hold(lock);
		name = &names[2]; /* @erased? */
	}
	size_t length = name->size(); /* @erased */

	eraser.join();
	assert(length <= 3);
}

/* ---- a counter in an object, without the lock that it has ---- */

class account
{
	std::mutex guard;
	int balance = 0;

      public:
	void deposit(int amount)
	{
		std::lock_guard<std::mutex> hold(guard);
		balance += amount; /* @member:locked */
	}
	void fee()
	{
		balance -= 1; /* @member:unlocked */
	}
	int get()
	{
		return balance;
	}
};

static void member()
{
	account a;
	std::thread one([&] { a.deposit(5); }), two([&] { a.fee(); });

	one.join();
	two.join();
	assert(a.get() == 4);
}

/* ---- two locks, each pair in its own order ---- */

static std::mutex other_lock;

static void crossed()
{
	std::thread t([] {
		std::lock_guard<std::mutex> one(lock);	     /* @crossed */
		std::lock_guard<std::mutex> two(other_lock); /* @crossed */
	});
	{
		std::lock_guard<std::mutex> one(other_lock); /* @crossed */
		std::lock_guard<std::mutex> two(lock);	     /* @crossed */
	}
	t.join();
}

/* ---- an object is deleted by its owner while a thread has only its address ---- */

struct job {
	int steps = 0;
};

static void deleted()
{
	auto owner = std::make_unique<job>();
	std::thread worker([j = owner.get()] { j->steps++; }); /* @deleted */

	owner.reset(); /* @deleted */
	worker.join();
}

/* ---- two threads see the last item, each call under the lock; the one that comes late throws ---- */
/* @empty_then_pop is an atomicity violation of two critical sections: jobs.lock is given back */

struct job_queue {
	std::mutex lock;
	std::deque<int> items{1};

	bool empty()
	{
		std::lock_guard<std::mutex> guard(lock);
		return items.empty(); /* @empty_then_pop */
	}

	void pop()
	{
		std::lock_guard<std::mutex> guard(lock);
		if (items.empty()) /* @empty_then_pop */
			throw std::runtime_error("nothing is left");
		items.pop_front(); /* @empty_then_pop */
	}
};

static job_queue jobs;

static void takes_job()
{
	if (!jobs.empty())
		jobs.pop();
}

static void empty_then_pop()
{
	std::thread a(takes_job), b(takes_job);

	a.join();
	b.join();
}

/* ---- an object is told of a change after it was deleted: its destructor has no line of its own for that
 * ---- */
/* @unhooked is a use of memory that another thread has freed: look at listeners.end() and use the block */

class listener
{
      public:
	int calls = 0;
	virtual ~listener() = default;
	virtual void changed()
	{
		calls++; /* @unhooked:use */
	}
};

static std::vector<listener *> listeners;

static void tells_listeners()
{
	std::vector<listener *> copy;
	{
		std::lock_guard<std::mutex> hold(lock);
		copy = listeners; /* @unhooked */
	}
	for (listener *l : copy)
		l->changed(); /* @unhooked:use */
}

static void unhooks(listener *l)
{
	{
		std::lock_guard<std::mutex> hold(lock);
		listeners.pop_back(); /* @unhooked */
	}
	delete l; /* @unhooked */
}

static void unhooked()
{
	listener *l = new listener;

	listeners.push_back(l);
	std::thread a(tells_listeners), b(unhooks, l);

	a.join();
	b.join();
}

/* ---- an animal that leaves the stable when it is half gone ---- */
/* @stable is a use of an object that is being destroyed: take the object out */
/* @stable says begins to destroy */

struct animal;
static animal *in_stable;

struct animal {
	int age = 3;
	virtual ~animal()
	{
		std::lock_guard<std::mutex> hold(lock);
		in_stable = nullptr;
	}
	virtual int legs() const = 0;
};

struct horse : animal {
	int legs() const override
	{
		return 4;
	}
};

static void counts_legs(int *legs)
{
	std::lock_guard<std::mutex> hold(lock);
	if (in_stable)
		*legs = in_stable->legs(); /* @stable */
}

static void stable()
{
	int legs = 0;

	in_stable = new horse;
	animal *mine = in_stable;
	std::thread counter(counts_legs, &legs);

	delete mine; /* @stable */
	counter.join();
	assert(legs == 0 || legs == 4);
}

static const struct {
	const char *name;
	void (*run)();
} bugs[] = {{"notified", notified},
	    {"set_twice", set_twice},
	    {"erased", erased},
	    {"member", member},
	    {"crossed", crossed},
	    {"deleted", deleted},
	    {"empty_then_pop", empty_then_pop},
	    {"unhooked", unhooked},
	    {"stable", stable}};

int main(int argc, char **argv)
{
	for (const auto &bug : bugs)
		if (argc > 1 && !strcmp(argv[1], bug.name)) {
			bug.run();
			return 0;
		}
	return 2;
}
