#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# A campaign end to end by a job array of four on a single-node Slurm, which this test installs from packages and runs for itself: share/slurm/heddle.sbatch.
. "$(dirname "$0")/../lib.sh"
. "$(dirname "$0")/../postgres.sh"
[ "$(id -u)" = 0 ] || skip "only root may run Slurm's daemons"
if ! command -v slurmctld slurmd sbatch munged >/dev/null; then
	DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install slurmctld slurmd slurm-client munge >"$T/install" 2>&1 ||
		skip "Slurm cannot be installed here: $(grep -m 1 '^E: ' "$T/install" || tail -n 1 "$T/install")"
fi
cd "$T" || exit
S=$(mktemp -d /tmp/heddle-slurm.XXXXXX)
chmod 755 "$S"
pids=()
clean_up()
{
	local pid
	for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
	sleep 0.5
	for pid in "${pids[@]}"; do kill -9 "$pid" 2>/dev/null || true; done
	pg_end
	rm -rf "$S"
}
pg_init
trap clean_up EXIT
url=$(pg_url)

# Munge and Slurm with files, sockets and ports of their own.
dd if=/dev/urandom of="$S/key" bs=128 count=1 2>/dev/null
chmod 400 "$S/key"
munged --foreground --force --key-file="$S/key" --socket="$S/munge" --pid-file="$S/munge.pid" --log-file="$S/munge.log" --seed-file="$S/seed" >"$S/munged.said" 2>&1 &
pids+=($!)
port=$(pg_free_port)
cat >"$S/slurm.conf" <<END_OF_CONF
ClusterName=loom
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$S/munge
CryptoType=crypto/munge
SlurmctldPort=$port
SlurmdPort=$((port + 1))
StateSaveLocation=$S/state
SlurmdSpoolDir=$S/spool
SlurmctldPidFile=$S/slurmctld.pid
SlurmdPidFile=$S/slurmd.pid
SlurmctldLogFile=$S/slurmctld.log
SlurmdLogFile=$S/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1
ReturnToService=2
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
SlurmdParameters=config_overrides
END_OF_CONF
export SLURM_CONF=$S/slurm.conf
mkdir "$S/state" "$S/spool"
slurmctld -D -f "$SLURM_CONF" >"$S/ctld.said" 2>&1 &
pids+=($!)
slurmd -D -f "$SLURM_CONF" >"$S/slurmd.said" 2>&1 &
pids+=($!)
for ((i = 0; i < 300; i++)); do
	[ "$(sinfo -h -o %T 2>/dev/null)" != idle ] || break
	sleep 0.1
done
[ "$(sinfo -h -o %T 2>said)" = idle ] || skip "Slurm does not run here: $(tail -n 2 said "$S/slurmctld.log" "$S/slurmd.log" 2>/dev/null | tr '\n' ' ')"

HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -pthread -o pool "$ROOT/tests/programs/clean_thread_pool.c"
HEDDLE_CC=gcc "$B/bin/heddle-cc" -O1 -g -pthread -o abba "$ROOT/examples/deadlock_abba.c"
run 0 "$HEDDLE" worker --put slurm --units 11 -n 200 --with --strategy=maple "$url" ./pool
run 0 "$HEDDLE" worker --put slurm --units 1 -n 500 --with --seed=1 "$url" ./abba
rm pool abba # the tasks take them from the store
HEDDLE=$HEDDLE timeout 300 sbatch --wait --array=1-4 --output="$T/task-%a.log" "$ROOT/share/slurm/heddle.sbatch" "$url" >sbatch 2>&1 ||
	fail "the job array has failed: $(cat sbatch task-*.log "$S/slurmd.log" | tail -n 30)"
for task in 1 2 3 4; do
	grep -q 'has done' "task-$task.log" || fail "task $task: $(cat "task-$task.log")"
done
[ "$(pg_sql 'SELECT count(*) FROM heddle.unit WHERE state = 2 AND attempts = 1')" = 12 ] || fail "not all is done, once: $(cat task-*.log)"
[ "$(pg_sql "SELECT count(*) FROM heddle.unit WHERE done_verdict = 'failed'")" = 1 ] || fail "the failure is not there"
[ "$(pg_sql "SELECT count(*) FROM heddle.product WHERE name = 'bug-1/schedule'")" = 1 ] || fail "its schedule is not there"
say "$(cat task-*.log | grep -c 'has done') tasks, $(pg_sql 'SELECT count(DISTINCT owner) FROM heddle.unit') of them had something to do"
