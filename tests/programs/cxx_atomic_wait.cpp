/* SPDX-License-Identifier: Apache-2.0
 * cxx_atomic_wait.cpp: atomics that are waited on: of the size of a futex, of others, and flags.
 * EXPECT: passed
 * FLAGS: -std=c++20
 * ARGS: -n 500
 * DETERMINISM: 60 */
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> word;
static std::atomic<long> wide;
static std::atomic<char> narrow;
static std::atomic_flag flag;
static int from_word, from_wide, from_narrow;

static void wait_for_all()
{
	word.wait(0);
	assert(word == 1 && from_word == 1);
	wide.wait(0);
	assert(wide == 2 && from_wide == 2);
	narrow.wait(0);
	assert(narrow == 3 && from_narrow == 3);
	flag.wait(false);
}

static void set_all()
{
	from_word = 1;
	word = 1;
	word.notify_one();
	from_wide = 2;
	wide = 2;
	wide.notify_all();
	from_narrow = 3;
	narrow = 3;
	narrow.notify_all();
	flag.test_and_set();
	flag.notify_all();
}

/* Two threads take turns by waiting for each other's numbers. */
static void ping_pong()
{
	std::atomic<unsigned> turn{0};
	unsigned hits[2] = {0, 0};
	auto play = [&](unsigned who) {
		for (unsigned i = who; i < 6; i += 2) {
			for (unsigned now = turn; now != i; now = turn)
				turn.wait(now);
			hits[who]++;
			turn = i + 1;
			turn.notify_one();
		}
	};
	std::thread other(play, 1);

	play(0);
	other.join();
	assert(hits[0] == 3 && hits[1] == 3);
}

int main()
{
	std::thread waiter(wait_for_all), setter(set_all);

	waiter.join();
	setter.join();
	ping_pong();
	return 0;
}
