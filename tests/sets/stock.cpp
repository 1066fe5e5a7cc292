/* SPDX-License-Identifier: Apache-2.0
 *
 * C++: public member functions are operations, private ones and lambdas are helpers, and what the standard
 * library does to a member belongs to the operation. move() is not atomic. */
#include <memory>
#include <mutex>
#include <thread>
#include <vector>
namespace shop
{
class Stock
{
	std::mutex m;
	int items = 0, reserved = 0;
	std::vector<int> log;
	void note(int n)
	{
		log.push_back(n);
	}

      public:
	void add(int n);
	void reserve(int n);
	int free();
	void move(int n);
};
void Stock::add(int n)
{
	std::lock_guard<std::mutex> g(m);
	items += n;
	note(n);
}
void Stock::reserve(int n)
{
	std::lock_guard<std::mutex> g(m);
	reserved += n;
	note(-n);
}
int Stock::free()
{
	std::lock_guard<std::mutex> g(m);
	return items - reserved;
}
void Stock::move(int n)
{
	add(n);
	reserve(n);
}
} // namespace shop
int main()
{
	auto s = std::make_unique<shop::Stock>();
	std::thread a([&] { s->move(1); }), b([&] {
		s->free();
		s->add(2);
	});
	a.join();
	b.join();
}
