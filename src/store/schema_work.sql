-- SPDX-License-Identifier: Apache-2.0
--
-- The tables of campaigns: what is to be done, and who does it.

-- Work that several workers share. text: of its file. heddle: the version that made it. ended: 0 while it is open.
CREATE TABLE campaign(id INTEGER PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL, heddle TEXT NOT NULL,
  state TEXT NOT NULL, started INTEGER NOT NULL, ended INTEGER NOT NULL);

-- A unit of work. Words have a NUL byte after each. state: enum hd_work_state. until: when the lease ends, in
-- milliseconds since 1970. What begins with done_ is its result.
CREATE TABLE unit(id INTEGER PRIMARY KEY, campaign INTEGER NOT NULL REFERENCES campaign, key TEXT NOT NULL,
  program TEXT NOT NULL, path TEXT NOT NULL, build_id TEXT NOT NULL, hash TEXT NOT NULL, file INTEGER NOT NULL,
  args BLOB NOT NULL, options BLOB NOT NULL, folder TEXT NOT NULL, input TEXT NOT NULL, input_file INTEGER NOT NULL,
  seconds REAL NOT NULL, runs INTEGER NOT NULL, priority INTEGER NOT NULL, state INTEGER NOT NULL,
  attempts INTEGER NOT NULL, lost INTEGER NOT NULL, owner TEXT NOT NULL, until INTEGER NOT NULL,
  done_status INTEGER NOT NULL, done_verdict TEXT NOT NULL, done_message TEXT NOT NULL, done_report TEXT NOT NULL,
  done_runs INTEGER NOT NULL, done_seconds REAL NOT NULL, UNIQUE(campaign, key));
CREATE INDEX unit_to_do ON unit(campaign, state, priority);

-- A file that workers may need, or that one has made, by its SHA-256 in hexadecimal; a large one has several pieces.
CREATE TABLE file(id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, size INTEGER NOT NULL);
CREATE TABLE piece(file INTEGER NOT NULL REFERENCES file, n INTEGER NOT NULL, bytes BLOB NOT NULL,
  PRIMARY KEY(file, n));
-- What a unit's search has left: name is its path below --out.
CREATE TABLE product(unit INTEGER NOT NULL REFERENCES unit, name TEXT NOT NULL,
  file INTEGER NOT NULL REFERENCES file, PRIMARY KEY(unit, name));
