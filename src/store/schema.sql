-- SPDX-License-Identifier: Apache-2.0
--
-- The tables of a store; those of campaigns are in schema_work.sql. Any change of them makes a new version: see schema.h.

CREATE TABLE program(id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE);

-- A file that was loaded: the program (module is empty) or a library. used: the higher, the later.
CREATE TABLE build(id INTEGER PRIMARY KEY, program INTEGER NOT NULL REFERENCES program,
  module TEXT NOT NULL, path TEXT NOT NULL, build_id TEXT NOT NULL, used INTEGER NOT NULL,
  UNIQUE(program, path, build_id));

-- What comes before path is the name that survives a rebuild; path and line are for people.
CREATE TABLE site(id INTEGER PRIMARY KEY, program INTEGER NOT NULL REFERENCES program,
  module TEXT NOT NULL, within TEXT NOT NULL, function TEXT NOT NULL, file TEXT NOT NULL,
  below INTEGER NOT NULL, col INTEGER NOT NULL, ordinal INTEGER NOT NULL,
  path TEXT NOT NULL, line INTEGER NOT NULL, shared INTEGER NOT NULL,
  UNIQUE(program, module, within, function, file, below, col, ordinal));

-- An offset below 0: the site does not exist in that build.
CREATE TABLE place(build INTEGER NOT NULL REFERENCES build, "offset" INTEGER NOT NULL,
  site INTEGER NOT NULL REFERENCES site, PRIMARY KEY(build, "offset")) WITHOUT ROWID;

-- kinds: the operations' names, separated by blanks; a … d: their sites, 0 where there is none.
-- exposed: 1 by runs that failed only, 2 by others, 3 by others, but its code has changed since.
CREATE TABLE iroot(id INTEGER PRIMARY KEY, program INTEGER NOT NULL REFERENCES program,
  idiom INTEGER NOT NULL, kinds TEXT NOT NULL, a INTEGER NOT NULL, b INTEGER NOT NULL,
  c INTEGER NOT NULL, d INTEGER NOT NULL, predicted INTEGER NOT NULL, exposed INTEGER NOT NULL,
  attempts INTEGER NOT NULL, UNIQUE(program, idiom, kinds, a, b, c, d));

-- args: the arguments, and which standard input.
CREATE TABLE input(id INTEGER PRIMARY KEY, program INTEGER NOT NULL REFERENCES program,
  args TEXT NOT NULL, UNIQUE(program, args));

CREATE TABLE search(id INTEGER PRIMARY KEY, program INTEGER NOT NULL REFERENCES program,
  input INTEGER NOT NULL REFERENCES input, strategy TEXT NOT NULL, seed INTEGER NOT NULL,
  started INTEGER NOT NULL, runs INTEGER NOT NULL, seconds REAL NOT NULL, verdict TEXT NOT NULL);

-- All iRoots of the program that were known to be exposed after so many runs of the search.
CREATE TABLE point(search INTEGER NOT NULL REFERENCES search, runs INTEGER NOT NULL,
  seconds REAL NOT NULL, e1 INTEGER NOT NULL, e2 INTEGER NOT NULL, e3 INTEGER NOT NULL,
  e4 INTEGER NOT NULL, e5 INTEGER NOT NULL, e6 INTEGER NOT NULL,
  PRIMARY KEY(search, runs)) WITHOUT ROWID;

CREATE TABLE failure(id INTEGER PRIMARY KEY, program INTEGER NOT NULL REFERENCES program,
  search INTEGER NOT NULL REFERENCES search, kind TEXT NOT NULL, message TEXT NOT NULL,
  place TEXT NOT NULL, schedule TEXT NOT NULL, runs INTEGER NOT NULL,
  UNIQUE(program, kind, message, place));

CREATE TABLE finding(id INTEGER PRIMARY KEY, program INTEGER NOT NULL REFERENCES program,
  search INTEGER NOT NULL REFERENCES search, kind TEXT NOT NULL, message TEXT NOT NULL,
  place TEXT NOT NULL, schedule TEXT NOT NULL, runs INTEGER NOT NULL,
  UNIQUE(program, kind, message, place));

-- A systematic search that was ended before all was tried. builds: of what was loaded, a line each. left: what is
-- to be tried, see src/heddle/learnt/frontier_bytes.c.
CREATE TABLE unfinished(program INTEGER NOT NULL REFERENCES program, args TEXT NOT NULL,
  strategy TEXT NOT NULL, builds TEXT NOT NULL, options TEXT NOT NULL, seed INTEGER NOT NULL,
  runs INTEGER NOT NULL, "left" BLOB NOT NULL, PRIMARY KEY(program, args, strategy));

-- How often searches with this input have tried the iRoot.
CREATE TABLE attempt(iroot INTEGER NOT NULL REFERENCES iroot, input INTEGER NOT NULL REFERENCES input,
  attempts INTEGER NOT NULL, PRIMARY KEY(iroot, input)) WITHOUT ROWID;

-- The build of the program that a search was about, and the latest one that has exposed an iRoot.
CREATE TABLE searched(search INTEGER PRIMARY KEY REFERENCES search, build INTEGER NOT NULL REFERENCES build);
CREATE TABLE shown(iroot INTEGER PRIMARY KEY REFERENCES iroot, build INTEGER NOT NULL REFERENCES build);

-- A run with the input has exposed the iRoot: what each input of many adds.
CREATE TABLE covered(input INTEGER NOT NULL REFERENCES input, iroot INTEGER NOT NULL REFERENCES iroot,
  PRIMARY KEY(input, iroot)) WITHOUT ROWID;

-- The source text of functions that sites are in, as a number, in the build that came last: which ones does a new build change?
CREATE TABLE code(program INTEGER NOT NULL REFERENCES program, module TEXT NOT NULL,
  within TEXT NOT NULL, function TEXT NOT NULL, file TEXT NOT NULL, text INTEGER NOT NULL,
  PRIMARY KEY(program, module, within, function, file)) WITHOUT ROWID;
