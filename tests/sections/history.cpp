/* SPDX-License-Identifier: Apache-2.0
 *
 * A rotating history of strings. The block of the vector is made by an allocator, which is a class without
 * members: it is no array of allocators. With -DSPLIT the size is read in two critical sections. */
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

class history
{
	std::mutex mutex;
	std::vector<std::string> items = std::vector<std::string>(4);
	size_t first = 0, next = 0;

      public:
	void add(std::string item)
	{
		std::lock_guard<std::mutex> lock(mutex);

		items[next % items.size()] = std::move(item);
		next++;
		if (next - first > items.size())
			first = next - items.size();
	}

	size_t size()
	{
		std::unique_lock<std::mutex> lock(mutex);
		size_t end = next;
#ifdef SPLIT
		lock.unlock();
		lock.lock();
#endif
		return end - first;
	}
};

int main()
{
	auto h = std::make_unique<history>();
	volatile size_t seen = 0;
	std::thread writer([&] {
		for (int i = 0; i < 7; i++)
			h->add("item " + std::to_string(i));
	});
	std::thread reader([&] {
		for (int i = 0; i < 5; i++)
			seen = h->size();
	});

	writer.join();
	reader.join();
}
