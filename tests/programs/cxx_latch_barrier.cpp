/* SPDX-License-Identifier: Apache-2.0
 * cxx_latch_barrier.cpp: latches, barriers with a completion function and a dropped member, semaphores.
 * EXPECT: passed
 * FLAGS: -std=c++20
 * ARGS: -n 300
 * DETERMINISM: 40 */
#include <atomic>
#include <barrier>
#include <cassert>
#include <chrono>
#include <latch>
#include <semaphore>
#include <thread>

using namespace std::chrono_literals;

enum { PHASES = 3 };

static std::latch ready(3);
static std::counting_semaphore<4> room(0);
static std::binary_semaphore never(0), handed(0);
static int phases, done[2];
static std::atomic<int> in_room;

static void complete() noexcept
{
	phases++;
}

static std::barrier<void (*)() noexcept> meeting(2, complete);

/* Nobody gives back: when several wait, a release() of libstdc++ 12 right after another one can wake nobody
 * (its PR 104928). Rarely that deadlocked here. */
static void enter_room()
{
	room.acquire();
	assert(++in_room <= 3);
}

/* Between two meetings each writes what is its own, after one it reads what the other wrote. */
static void work(int id)
{
	ready.arrive_and_wait();
	for (int phase = 0; phase < PHASES; phase++) {
		done[id] = phase + 1;
		meeting.arrive_and_wait();
		assert(done[1 - id] == phase + 1 && phases == 2 * phase + 1);
		meeting.arrive_and_wait();
	}
	enter_room();
	if (id == 1)
		meeting.arrive_and_drop();
	else
		meeting.arrive_and_wait();
}

int main()
{
	std::thread a(work, 0), b(work, 1), c(enter_room);

	ready.count_down();
	ready.wait();
	assert(!never.try_acquire_for(1ms) && !never.try_acquire());
	room.release(3);
	a.join();
	b.join();
	c.join();
	assert(phases == 2 * PHASES + 1 && in_room == 3 && !room.try_acquire());

	std::thread giver([] { handed.release(); });
	handed.acquire();
	giver.join();
	return 0;
}
