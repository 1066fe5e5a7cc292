/* SPDX-License-Identifier: Apache-2.0
 *
 * lmdb FOLDER THREADS ROUNDS: threads move money between accounts of one database, each move a transaction,
 * and look at all accounts in transactions that only read. No money may be lost. Exit status 0: so it is. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lmdb.h"

enum { ACCOUNTS = 20, EACH = 100, MAX_THREADS = 16, MAP_SIZE = 1 << 20 };

struct task {
	unsigned number, rounds;
	MDB_env *env;
	MDB_dbi dbi;
};

static void check(int error, const char *what)
{
	if (!error)
		return;
	fprintf(stderr, "%s: %s\n", what, mdb_strerror(error));
	exit(1);
}

static int balance(MDB_txn *txn, MDB_dbi dbi, unsigned account)
{
	MDB_val key = {sizeof account, &account}, data;
	int n;

	check(mdb_get(txn, dbi, &key, &data), "get");
	memcpy(&n, data.mv_data, sizeof n);
	return n;
}

static void set_balance(MDB_txn *txn, MDB_dbi dbi, unsigned account, int n)
{
	MDB_val key = {sizeof account, &account}, data = {sizeof n, &n};

	check(mdb_put(txn, dbi, &key, &data, 0), "put");
}

static void move_money(MDB_env *env, MDB_dbi dbi, unsigned from, unsigned to, int amount)
{
	MDB_txn *txn;

	check(mdb_txn_begin(env, NULL, 0, &txn), "begin");
	set_balance(txn, dbi, from, balance(txn, dbi, from) - amount);
	set_balance(txn, dbi, to, balance(txn, dbi, to) + amount);
	check(mdb_txn_commit(txn), "commit");
}

static void count_money(MDB_env *env, MDB_dbi dbi)
{
	MDB_txn *txn;
	int sum = 0;

	check(mdb_txn_begin(env, NULL, MDB_RDONLY, &txn), "begin to read");
	for (unsigned i = 0; i < ACCOUNTS; i++)
		sum += balance(txn, dbi, i);
	mdb_txn_abort(txn);
	if (sum != ACCOUNTS * EACH) {
		fputs("money is lost while others move it\n", stderr);
		exit(1);
	}
}

static void *work(void *arg)
{
	const struct task *t = arg;

	for (unsigned i = 0; i < t->rounds; i++) {
		unsigned from = (t->number * 7 + i) % ACCOUNTS;

		move_money(t->env, t->dbi, from, (from + 3) % ACCOUNTS, (int)(i % 10));
		count_money(t->env, t->dbi);
	}
	return NULL;
}

static void open_database(const char *folder, MDB_env **env, MDB_dbi *dbi)
{
	MDB_txn *txn;

	check(mdb_env_create(env), "create");
	check(mdb_env_set_mapsize(*env, MAP_SIZE), "map size");
	check(mdb_env_open(*env, folder, MDB_NOSYNC, 0644), folder);
	check(mdb_txn_begin(*env, NULL, 0, &txn), "begin");
	check(mdb_dbi_open(txn, NULL, MDB_INTEGERKEY, dbi), "open");
	for (unsigned i = 0; i < ACCOUNTS; i++)
		set_balance(txn, *dbi, i, EACH);
	check(mdb_txn_commit(txn), "commit");
}

int main(int argc, char **argv)
{
	unsigned threads = argc > 2 ? (unsigned)atoi(argv[2]) : 3,
		 rounds = argc > 3 ? (unsigned)atoi(argv[3]) : 10;
	struct task tasks[MAX_THREADS];
	pthread_t ids[MAX_THREADS];
	MDB_env *env;
	MDB_dbi dbi;

	open_database(argc > 1 ? argv[1] : "database", &env, &dbi);
	if (threads > MAX_THREADS)
		threads = MAX_THREADS;
	for (unsigned i = 0; i < threads; i++) {
		tasks[i] = (struct task){i, rounds, env, dbi};
		pthread_create(&ids[i], NULL, work, &tasks[i]);
	}
	for (unsigned i = 0; i < threads; i++)
		pthread_join(ids[i], NULL);
	count_money(env, dbi);
	mdb_env_close(env);
	puts("no money is lost");
	return 0;
}
