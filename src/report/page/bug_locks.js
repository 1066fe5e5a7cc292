// SPDX-License-Identifier: Apache-2.0
//
// From the steps and locks: from when to when each thread waited and was alive; and which steps are joined by an arrow.

// The locks as the page has them: from which step to which a thread held one.
function read_bars(run, locks) {
	return locks.map(([thread, object, from, to]) => ({lane: run.lane_of_thread.get(thread), object, from, to, depth: 0}))
		.filter((bar) => bar.lane !== undefined);
}

// For each step the lock that it gives back, if it does.
function ends_of(run, bars) {
	const ends = new Map();
	bars.forEach((bar) => { if (bar.to < run.n) ends.set(bar.to, bar); });
	return ends;
}

function add_wait(state, lane, from, to, object, step) {
	if (to > from)
		state.waits[lane].push({lane, from, to, object, step});
}

// Since its last step the thread has wanted the lock: it waited while another thread had it.
function wait_for_lock(run, state, step, before) {
	const bar = state.released[run.object[step]];
	if (bar && bar.lane !== run.lane[step] && bar.to > before)
		add_wait(state, run.lane[step], Math.max(before, bar.from), bar.to, run.object[step], step);
}

// A thread that was joined has ended, at its last step if nothing else is known.
function wait_for_end(run, state, step, before) {
	const other = lane_of_object(run, run.object[step]);
	if (other < 0)
		return;
	if (state.exited[other] < 0)
		state.exited[other] = state.last[other];
	if (state.exited[other] > before)
		add_wait(state, run.lane[step], before, state.exited[other], run.object[step], step);
}

function see_step(run, state, step) {
	const lane = run.lane[step], object = run.object[step], before = state.last[lane];
	const group = group_of(run, step);
	if (is_pending(run, step)) {
		if (group !== 'fail')
			add_wait(state, lane, before, run.n, object, step);
	} else if (group === 'lock') {
		wait_for_lock(run, state, step, before);
	} else if (group === 'wait') {
		const own = run.by_lane[lane], next = own[index_before(own, step) + 1];
		if (next !== undefined && !is_pending(run, next))
			add_wait(state, lane, step, next, object, step);
	} else if (group === 'join') {
		wait_for_end(run, state, step, before);
	} else if (group === 'exit') {
		state.exited[lane] = step;
	} else if (group === 'create') {
		const other = lane_of_object(run, object);
		if (other >= 0)
			state.created[other] = step;
	}
	if (state.ends.has(step))
		state.released[state.ends.get(step).object] = state.ends.get(step);
	state.last[lane] = step;
}

// Bars of a thread that overlap are drawn below each other.
function stack_bars(run, bars) {
	const lanes = run.lanes.map(() => []);
	bars.sort((a, b) => a.from - b.from || b.to - a.to);
	bars.forEach((bar) => {
		const rows = lanes[bar.lane];
		let depth = rows.findIndex((row) => row[row.length - 1].to <= bar.from);
		if (depth < 0)
			depth = rows.push([]) - 1;
		bar.depth = depth;
		rows[depth].push(bar);
	});
	return lanes;
}

// A thread that waits for a lock at the end points to where the other thread took it.
function arrows_of_waits(run, bars) {
	const arrows = [];
	for (let step = run.n - 1; step >= 0 && is_pending(run, step); step--) {
		if (group_of(run, step) !== 'lock' && group_of(run, step) !== 'trylock')
			continue;
		const bar = bars.find((b) => b.to === run.n && b.object === run.object[step] && b.lane !== run.lane[step]);
		if (bar && bar.from >= 0)
			arrows.push({from: step, to: bar.from, wait: true});
	}
	return arrows;
}

// Where no experiment has told the orders: steps that matter, of different threads, on the same thing.
function arrows_of_marks(run) {
	const arrows = [];
	run.critical.forEach((step, i) => {
		const before = i ? run.critical[i - 1] : -1;
		if (before >= 0 && run.object[step] && run.object[step] === run.object[before] && run.lane[step] !== run.lane[before])
			arrows.push({from: before, to: step, wait: false});
	});
	return arrows;
}

const is_there_at_end = (lane) => Boolean(lane.at_end.state) && lane.at_end.state !== 'has ended';

function derive_locks(run) {
	const bars = read_bars(run, run.locks);
	const none = () => run.lanes.map(() => -1);
	const state = {
		waits: run.lanes.map(() => []), ends: ends_of(run, bars), released: [],
		last: none(), exited: none(), created: none()
	};
	for (let step = 0; step < run.n; step++)
		see_step(run, state, step);
	run.bars = stack_bars(run, bars);
	run.waits = state.waits;
	run.born = run.lanes.map((lane, i) => state.created[i] >= 0 ? state.created[i] : lane.id === 0 || run.left_out ? 0 : (run.by_lane[i].length ? run.by_lane[i][0] : 0));
	run.gone = run.lanes.map((lane, i) => state.exited[i] >= 0 ? state.exited[i] : is_there_at_end(lane) ? run.n : state.last[i]);
	run.arrows = run.orders.map(([from, to]) => ({from, to, wait: false})).concat(arrows_of_waits(run, bars));
	if (!run.arrows.length)
		run.arrows = arrows_of_marks(run);
	run.switches = [];
	for (let step = 0; step < run.n; step++)
		if (is_switch(run, step))
			run.switches.push(step);
}

const bars_at = (run, lane, step) => run.bars[lane]
	.map((row) => row[index_before(row, step, (bar) => bar.from)]).filter((bar) => bar && bar.to > step);

function wait_at(run, lane, step) {
	const wait = run.waits[lane][index_before(run.waits[lane], step, (w) => w.from)];
	return wait && wait.to > step && wait.from < step ? wait : null;
}
