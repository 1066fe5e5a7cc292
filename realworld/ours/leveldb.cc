/* SPDX-License-Identifier: Apache-2.0
 *
 * leveldb FOLDER THREADS ROUNDS: threads write keys of their own to one database and read those of the
 * others, with a buffer so small that the database is compacted in the background all the time. A key that
 * was written must be there. Exit status 0: so it is. */
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "leveldb/db.h"
#include "leveldb/write_batch.h"

static void check(const leveldb::Status &s, const char *what)
{
	if (s.ok())
		return;
	fprintf(stderr, "%s: %s\n", what, s.ToString().c_str());
	exit(1);
}

static std::string key_of(unsigned thread, unsigned round)
{
	char key[32];

	snprintf(key, sizeof key, "key-%02u-%06u", thread, round);
	return key;
}

static std::string value_of(unsigned thread, unsigned round)
{
	return std::string(1000, (char)('a' + (thread * 7 + round) % 26));
}

static void work(leveldb::DB *db, unsigned thread, unsigned threads, unsigned rounds)
{
	std::string value;

	for (unsigned i = 0; i < rounds; i++) {
		leveldb::WriteBatch batch;
		unsigned other = (thread + i) % threads;

		batch.Put(key_of(thread, i), value_of(thread, i));
		batch.Put(key_of(thread, i) + "-again", "x");
		check(db->Write(leveldb::WriteOptions(), &batch), "write");
		check(db->Get(leveldb::ReadOptions(), key_of(thread, i / 2), &value),
		      "read what was written");
		if (value != value_of(thread, i / 2))
			check(leveldb::Status::Corruption("another value"), "read what was written");
		if (db->Get(leveldb::ReadOptions(), key_of(other, i), &value).ok() &&
		    value != value_of(other, i))
			check(leveldb::Status::Corruption("another value"), "read what another thread wrote");
	}
}

static void count(leveldb::DB *db, unsigned expected)
{
	std::unique_ptr<leveldb::Iterator> it(db->NewIterator(leveldb::ReadOptions()));
	unsigned n = 0;

	for (it->SeekToFirst(); it->Valid(); it->Next())
		n++;
	check(it->status(), "count");
	if (n != expected)
		check(leveldb::Status::Corruption("keys are lost"), "count");
}

int main(int argc, char **argv)
{
	unsigned threads = argc > 2 ? (unsigned)atoi(argv[2]) : 3,
		 rounds = argc > 3 ? (unsigned)atoi(argv[3]) : 50;
	leveldb::Options options;
	leveldb::DB *db;
	std::vector<std::thread> all;

	options.create_if_missing = true;
	options.write_buffer_size = 64 << 10;
	options.max_file_size = 1 << 20;
	check(leveldb::DB::Open(options, argc > 1 ? argv[1] : "database", &db), "open");
	for (unsigned i = 0; i < threads; i++)
		all.emplace_back(work, db, i, threads, rounds);
	for (std::thread &t : all)
		t.join();
	count(db, threads * rounds * 2);
	delete db;
	puts("all there");
	return 0;
}
