/* SPDX-License-Identifier: Apache-2.0
 *
 * Where std::lock_guard and its like are not inlined they are functions that are called between two critical
 * sections (-DSPLIT). They belong to who calls them. */
#include <mutex>
#include <thread>

struct bounds {
	int left, right;
};
static bounds bounds{0, 5};
static std::mutex guard;

static void move_to(int left)
{
	std::unique_lock<std::mutex> lock(guard);

	bounds.left = left;
#ifdef SPLIT
	lock.unlock();
	std::lock_guard<std::mutex> again(guard);
#endif
	bounds.right = left + 5;
}

static bool has(int x)
{
	std::lock_guard<std::mutex> lock(guard);

	return bounds.left <= x && x < bounds.right;
}

int main()
{
	volatile bool found = false;
	std::thread mover([] {
		for (int i = 1; i < 4; i++)
			move_to(10 * i);
	});
	std::thread looker([&] {
		for (int i = 0; i < 3; i++)
			found = has(10 * i + 2);
	});

	mover.join();
	looker.join();
}
