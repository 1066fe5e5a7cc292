// SPDX-License-Identifier: Apache-2.0
//
// pool WORKERS ROWS: a thread pool multiplies two matrices in tiles and sorts random numbers by parts; the
// results come back through futures and are compared with those of one thread. Exit status 0: they agree.
#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace
{
class pool
{
      public:
	explicit pool(unsigned workers)
	{
		for (unsigned i = 0; i < workers; i++)
			threads.emplace_back([this] { serve(); });
	}
	~pool()
	{
		{
			std::lock_guard<std::mutex> hold(lock);
			closing = true;
		}
		changed.notify_all();
		for (auto &t : threads)
			t.join();
	}
	template <typename F> auto submit(F f) -> std::future<decltype(f())>
	{
		auto task = std::make_shared<std::packaged_task<decltype(f())()>>(std::move(f));
		auto result = task->get_future();
		{
			std::lock_guard<std::mutex> hold(lock);
			tasks.emplace_back([task] { (*task)(); });
		}
		changed.notify_one();
		return result;
	}

      private:
	void serve()
	{
		for (;;) {
			std::function<void()> task;
			{
				std::unique_lock<std::mutex> hold(lock);
				changed.wait(hold, [this] { return closing || !tasks.empty(); });
				if (tasks.empty())
					return;
				task = std::move(tasks.front());
				tasks.pop_front();
			}
			task();
		}
	}
	std::mutex lock;
	std::condition_variable changed;
	std::deque<std::function<void()>> tasks;
	std::vector<std::thread> threads;
	bool closing = false;
};

using matrix = std::vector<double>;

struct generator {
	uint64_t state;
	uint32_t next()
	{
		state = state * 6364136223846793005ULL + 1442695040888963407ULL;
		return static_cast<uint32_t>(state >> 33);
	}
};

// Rows first … last-1 of the product of two matrices of n rows.
matrix rows_of_product(const matrix &a, const matrix &b, size_t n, size_t first, size_t last)
{
	matrix out((last - first) * n);

	for (size_t i = first; i < last; i++)
		for (size_t k = 0; k < n; k++)
			for (size_t j = 0; j < n; j++)
				out[(i - first) * n + j] += a[i * n + k] * b[k * n + j];
	return out;
}

bool multiply(pool &p, size_t n)
{
	const size_t tile = 8;
	generator g{1};
	matrix a(n * n), b(n * n), sum;
	std::vector<std::future<matrix>> parts;

	for (size_t i = 0; i < n * n; i++) {
		a[i] = g.next() % 100;
		b[i] = g.next() % 100;
	}
	for (size_t i = 0; i < n; i += tile)
		parts.push_back(
		    p.submit([&, i] { return rows_of_product(a, b, n, i, std::min(n, i + tile)); }));
	for (auto &part : parts) {
		matrix rows = part.get();
		sum.insert(sum.end(), rows.begin(), rows.end());
	}
	return sum == rows_of_product(a, b, n, 0, n);
}

bool sort(pool &p, size_t n)
{
	const size_t part = n / 8 + 1;
	generator g{2};
	std::vector<uint32_t> numbers(n), expected;
	std::vector<std::future<void>> parts;

	for (auto &x : numbers)
		x = g.next();
	expected = numbers;
	std::sort(expected.begin(), expected.end());
	for (size_t i = 0; i < n; i += part)
		parts.push_back(p.submit([&, i] {
			std::sort(numbers.begin() + static_cast<long>(i),
				  numbers.begin() + static_cast<long>(std::min(n, i + part)));
		}));
	for (auto &f : parts)
		f.get();
	for (size_t i = part; i < n; i += part)
		std::inplace_merge(numbers.begin(), numbers.begin() + static_cast<long>(i),
				   numbers.begin() + static_cast<long>(std::min(n, i + part)));
	return numbers == expected;
}
} // namespace

int main(int argc, char **argv)
{
	unsigned workers = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 4;
	size_t n = argc > 2 ? static_cast<size_t>(std::atoi(argv[2])) : 96;
	pool p(workers);

	if (!multiply(p, n)) {
		std::fputs("the product is wrong\n", stderr);
		return 1;
	}
	if (!sort(p, n * n)) {
		std::fputs("the numbers are not in order\n", stderr);
		return 1;
	}
	return 0;
}
