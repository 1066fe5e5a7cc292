// SPDX-License-Identifier: Apache-2.0
// cxx_at_after_clear.cpp: a position is looked up, and the list is empty when it is used.
// EXPECT: abort  EXPLAIN: 29 18|40 [17 23 24 28 37 38]
// DETERMINISM: no
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

struct Playlist {
	mutable std::mutex m;
	std::vector<int> songs{10, 20};
	std::size_t position = 1;

	void clear()
	{
		std::scoped_lock l(m);
		songs.clear();
		position = 0;
	}
	std::size_t where() const
	{
		std::scoped_lock l(m);
		return position;
	}
	int song(std::size_t i) const
	{
		std::scoped_lock l(m);
		return songs.at(i);
	}
};

int main()
{
	Playlist p;
	std::thread player([&] {
		auto i = p.where();
		p.song(i);
	});
	p.clear();
	player.join();
}
