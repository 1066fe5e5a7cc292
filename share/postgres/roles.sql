-- SPDX-License-Identifier: Apache-2.0
--
-- Who may do what in a store: psql -f share/postgres/roles.sql postgresql://heddle@db/heddle, as the owner of its tables or an
-- administrator, after the first campaign has made the tables, and again after a new version of Heddle has.
--   heddle_worker   takes part in campaigns, and searches with this store; cannot name programs for others to run
--   heddle_reader   looks: heddle coverage, heddle report, heddle worker --results
-- GRANT heddle_worker TO somebody gives a user these rights.

SELECT 'CREATE ROLE ' || name FROM (VALUES ('heddle_worker'), ('heddle_reader')) AS wanted(name)
  WHERE NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = name) \gexec

GRANT USAGE ON SCHEMA heddle TO heddle_worker, heddle_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA heddle TO heddle_worker, heddle_reader;

-- What searches learn; which programs there are to run is for those who plan. A file that was changed is not run: its hash
-- stands in the unit.
GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA heddle TO heddle_worker;
REVOKE INSERT, UPDATE, DELETE ON heddle.store, heddle.campaign, heddle.unit FROM heddle_worker;
GRANT UPDATE (state, attempts, lost, owner, until, done_status, done_verdict, done_message, done_report, done_runs,
  done_seconds) ON heddle.unit TO heddle_worker;
