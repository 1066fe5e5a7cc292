// SPDX-License-Identifier: Apache-2.0
//
// Programs with one bug each of which the cause shows only if a thread is held for just long enough, as
// explained.c; explain.sh says what the marks mean.
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstring>
#include <future>
#include <mutex>
#include <thread>

/* ---- a reader looks for a writer, and counts itself afterwards: the lock is to blame, not what it guards
 * ---- */

static std::atomic<int> readers{0};
static std::atomic<bool> writing{false};
static int left, right;

static void write_both()
{
	while (writing.exchange(true)) /* @gate:writer */
		std::this_thread::yield();
	while (readers.load() > 0) /* @gate:writer */
		std::this_thread::yield();
	left++;	 /* @gate? */
	right++; /* @gate? */
	writing.store(false);
}

static void read_both()
{
	while (writing.load()) /* @gate */
		std::this_thread::yield();
	readers.fetch_add(1); /* @gate */
	int one = left;	      /* @gate? */
	int other = right;    /* @gate? */
	assert(one == other);
	readers.fetch_sub(1);
}

static void gate()
{
	std::thread writer(write_both), reader(read_both);

	writer.join();
	reader.join();
}

/* ---- key and value are stored one after the other, and both once more if the reader waits too long ---- */

static std::atomic<int> key{1}, value{1};

static int squared(int n)
{
	if (key.load() == n)	     /* @remembered */
		return value.load(); /* @remembered */
	key.store(n);		     /* @remembered */
	value.store(n * n);	     /* @remembered */
	return n * n;
}

static void remembered()
{
	std::thread one([] {
		squared(2);
		squared(3);
	});
	std::thread other([] {
		assert(squared(2) == 4);
		assert(squared(3) == 9);
	});

	one.join();
	other.join();
}

/* ---- the text is made in a buffer of all threads, and compared with a constant ---- */

static const char *text_of(unsigned n)
{
	static char text[8];
	char *p = text + sizeof text - 1;

	do
		*--p = (char)('0' + n % 10); /* @formatted */
	while (n /= 10);
	return p;
}

static bool is_text(unsigned n, const char *wanted)
{
	return !strcmp(text_of(n), wanted); /* @formatted */
}

static void formatted()
{
	std::thread one([] { assert(is_text(7, "7")); });
	std::thread other([] { assert(is_text(42, "42")); });

	one.join();
	other.join();
}

/* ---- "am I the only one" is asked, another one takes part, and what it sees is written ---- */

struct shared_text {
	std::atomic<int> users{1}, text{1};
};

static shared_text common;

static void write_alone()
{
	if (common.users.load() == 1) /* @copied */
		common.text.store(2); /* @copied */
}

static void read_twice()
{
	common.users.fetch_add(1);	 /* @copied */
	int first = common.text.load();	 /* @copied? */
	int second = common.text.load(); /* @copied? */
	assert(first == second);
}

static void copied()
{
	std::thread writer(write_alone), reader(read_twice);

	writer.join();
	reader.join();
}

/* ---- the lock is given back by the one that has not got it, too, so that a third one gets it ---- */
/* @given_back is a lock made by hand that another thread gives back: let only the thread that has set busy
 * reset it */

static std::atomic_flag busy = ATOMIC_FLAG_INIT;
static std::atomic<int> users{0};

static void use()
{
	bool mine = !busy.test_and_set(); /* @given_back */

	if (mine) {
		assert(users.fetch_add(1) == 0); /* @given_back? */
		users.fetch_sub(1);		 /* @given_back? */
	}
	busy.clear(); /* @given_back */
}

static void given_back()
{
	std::thread one(use), two(use), three(use);

	one.join();
	two.join();
	three.join();
}

/* ---- what was not taken is overwritten: only where the threads take turns all the time it passes ---- */

static std::mutex lock;
static std::condition_variable filled, emptied;
static int box, full;

static void put(int n)
{
	std::unique_lock<std::mutex> hold(lock);

	emptied.wait(hold, [] { return full < 2; });
	box = n; /* @overwritten */
	full = 1;
	filled.notify_one();
}

static int take()
{
	std::unique_lock<std::mutex> hold(lock);

	filled.wait(hold, [] { return full > 0; });
	full = 0;
	emptied.notify_one();
	return box; /* @overwritten */
}

static void overwritten()
{
	int sum = 0, n;
	std::thread producer([] {
		for (int i : {1, 2, 4, 0})
			put(i);
	});

	while ((n = take()))
		sum += n;
	producer.join();
	assert(sum == 7);
}

/* ---- Peterson's lock with its two stores in the wrong order ---- */

static std::atomic<int> wants[2], turn{0};
static int money = 10;

static void spend(int me)
{
	turn.store(1 - me);				      /* @swapped:set */
	wants[me].store(1);				      /* @swapped:set */
	while (wants[1 - me].load() && turn.load() == 1 - me) /* @swapped */
		std::this_thread::yield();
	money -= 3; /* @swapped? */
	wants[me].store(0);
}

static void swapped()
{
	std::thread one(spend, 0), other(spend, 1);

	one.join();
	other.join();
	assert(money == 4);
}

/* ---- what was old when it was looked at is removed, although it was renewed since ---- */
/* @renewed is an atomicity violation of two critical sections: is given back */

static int expires = 5;
static bool present = true;

static bool is_old()
{
	std::lock_guard<std::mutex> hold(lock);
	return expires < 10; /* @renewed */
}

static void sweep()
{
	if (is_old()) {
		std::lock_guard<std::mutex> hold(lock);
		present = false; /* @renewed */
	}
}

static void renew()
{
	std::unique_lock<std::mutex> hold(lock);

	if (!present) /* @renewed? */
		return;
	expires = 100; /* @renewed */
	hold.unlock();
	hold.lock();
	assert(present); /* @renewed? */
}

static void renewed()
{
	std::thread sweeper(sweep), user(renew);

	sweeper.join();
	user.join();
}

/* ---- the only one that could give back waits for what the other one holds while it waits ---- */
/* @monitor is a circle of waits: wait for no other thread while holding */

static std::mutex registry;
static int connections = 1;

static void borrow()
{
	std::lock_guard<std::mutex> outer(registry); /* @monitor */
	std::unique_lock<std::mutex> hold(lock);

	while (!connections)	    /* @monitor? */
		emptied.wait(hold); /* @monitor */
	connections--;		    /* @monitor? */
}

static void bring_back()
{
	std::lock_guard<std::mutex> outer(registry); /* @monitor */
	std::lock_guard<std::mutex> hold(lock);

	connections++; /* @monitor? */
	emptied.notify_one();
}

static void monitor()
{
	auto client = [] {
		borrow();
		bring_back();
	};
	std::thread one(client), other(client);

	one.join();
	other.join();
}

/* ---- a job has been taken and is not yet marked as being done: what came before it was asked for is no
 * cause ---- */
/* @too_soon is an order violation: let the first wait */

static std::atomic<bool> has_job{false}, working{false}, quits{false};
static std::atomic<int> result{0};

static void do_jobs()
{
	while (!quits.load()) {
		if (!has_job.load()) {
			std::this_thread::yield();
			continue;
		}
		has_job.store(false);
		working.store(true); /* @too_soon? */
		result.store(42);    /* @too_soon */
		working.store(false);
	}
}

static void too_soon()
{
	std::thread worker(do_jobs);
	int got;

	has_job.store(true);
	while (has_job.load() || working.load()) /* @too_soon? */
		std::this_thread::yield();
	got = result.load(); /* @too_soon */
	quits.store(true);
	worker.join();
	assert(got == 42);
}

/* ---- two results wait for each other, if the first one does not see that the second is known ---- */
/* @results is an order violation: let the first wait */

static std::promise<int> one_promise, other_promise;
static std::atomic<bool> other_is_known{false};

static void results()
{
	std::future<int> one = one_promise.get_future(), other = other_promise.get_future();
	std::thread announcer([] { other_is_known.store(true); }); /* @results */
	std::thread first([&] {
		int n = other_is_known.load() ? 1 : other.get(); /* @results */

		one_promise.set_value(n);
	});
	std::thread second([&] { other_promise.set_value(one.get()); }); /* @results? */

	announcer.join();
	first.join();
	second.join();
}

/* ---- a gate is shut again before the second one has looked, under a lock: a copy of it would not help ----
 */
/* @shut is an order violation: let the first wait until the second is done: join */

class gate_of_main
{
	std::mutex own;
	std::condition_variable moved;
	bool open = false;

      public:
	void pass()
	{
		std::unique_lock<std::mutex> hold(own);

		while (!open)		  /* @shut:look */
			moved.wait(hold); /* @shut:look */
	}
	void set(bool to)
	{
		std::lock_guard<std::mutex> hold(own);
		open = to; /* @shut */
		moved.notify_all();
	}
};

static void shut()
{
	gate_of_main way;
	std::thread one([&] { way.pass(); }), two([&] { way.pass(); });

	way.set(true);
	way.set(false);
	one.join();
	two.join();
}

static const struct {
	const char *name;
	void (*run)();
} bugs[] = {{"gate", gate},	    {"remembered", remembered}, {"formatted", formatted},
	    {"copied", copied},	    {"given_back", given_back}, {"overwritten", overwritten},
	    {"swapped", swapped},   {"renewed", renewed},	{"monitor", monitor},
	    {"too_soon", too_soon}, {"results", results},	{"shut", shut}};

int main(int argc, char **argv)
{
	for (const auto &bug : bugs)
		if (argc > 1 && !strcmp(argv[1], bug.name)) {
			bug.run();
			return 0;
		}
	return 2;
}
