/* SPDX-License-Identifier: Apache-2.0
 * cxx_atomic_ref.cpp: std::atomic_ref over plain memory, std::atomic<std::shared_ptr>, atomics of odd types.
 * EXPECT: passed
 * FLAGS: -std=c++20 -latomic
 * ARGS: -n 400
 * DETERMINISM: 60 */
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

struct pair { /* sixteen bytes: compare and exchange of a whole pair */
	long a, b;
};

struct config {
	int a, b;
	config(int n) : a(n), b(-n)
	{
	}
};

static int plain;
static double real;
static std::atomic<pair> both;
static std::atomic<std::shared_ptr<config>> current;
static std::atomic<double> sum;

static void add_one()
{
	std::atomic_ref<int>(plain).fetch_add(1);
	std::atomic_ref<double>(real) += 0.5;
	sum += 0.25;
	pair old = both.load(), next;
	do
		next = {old.a + 1, old.b - 1};
	while (!both.compare_exchange_weak(old, next));
}

static void read_pair()
{
	pair now = both.load();

	assert(now.a == -now.b);
}

/* Exchanges alone: in libstdc++ 12 a load of such a pointer gives its lock back without ordering anything. */
static void replace_config(int n)
{
	auto old = current.exchange(std::make_shared<config>(n));

	assert(old && old->a == -old->b);
	old = current.exchange(std::move(old));
	assert(old && old->a == -old->b);
}

int main()
{
	current = std::make_shared<config>(1);
	std::thread a(add_one), b(add_one), reader(read_pair), c(replace_config, 2), d(replace_config, 3);

	a.join();
	b.join();
	reader.join();
	c.join();
	d.join();
	assert(plain == 2 && real == 1.0 && sum == 0.5 && both.load().a == 2);
	assert(current.load()->a <= 3);
	return 0;
}
