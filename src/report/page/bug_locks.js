// SPDX-License-Identifier: Apache-2.0
//
// From the steps: from when to when each thread held a lock, waited, and was alive; and which steps are joined
// by an arrow. Nothing is guessed: a lock of which neither the release nor, at the end, its owner is known is left out.

// A lock that was tried before and is locked now was not taken then.
function open_bar(state, lane, object, from, tried) {
	const open = state.open[lane].filter((bar) => !(bar.tried && bar.object === object));
	open.push({lane, object, from, to: -1, depth: 0, tried});
	state.open[lane] = open;
}

// The bar of a lock that ends; one that began before the first step begins at its edge.
function close_bar(run, state, lane, object, to) {
	const open = state.open[lane];
	let i = open.length - 1;
	while (i >= 0 && open[i].object !== object)
		i--;
	if (i < 0 && !run.left_out)
		return;
	const bar = i < 0 ? {lane, object, from: -1, to: -1, depth: 0} : open.splice(i, 1)[0];
	bar.to = to;
	state.bars.push(bar);
	state.released[object] = bar;
}

// The lock that a wait for a condition gives back: the one that the thread takes again, else one that it does not hold at the end.
function lock_of_wait(run, state, step) {
	const lane = run.lane[step], own = run.by_lane[lane];
	const next = own[index_before(own, step) + 1];
	if (next !== undefined && group_of(run, next) === 'lock' && !is_pending(run, next))
		return run.object[next];
	const held = run.lanes[lane].at_end.held;
	const given = state.open[lane].filter((bar) => !held.includes(run.objects[bar.object]));
	return given.length ? given[given.length - 1].object : 0;
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
	} else if (group === 'lock' || group === 'trylock') {
		if (group === 'lock')
			wait_for_lock(run, state, step, before);
		open_bar(state, lane, object, step, group === 'trylock');
	} else if (group === 'unlock') {
		close_bar(run, state, lane, object, step);
	} else if (group === 'wait') {
		const lock = lock_of_wait(run, state, step), own = run.by_lane[lane];
		const next = own[index_before(own, step) + 1];
		if (lock)
			close_bar(run, state, lane, lock, step);
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
	state.last[lane] = step;
}

// Locks that are held at the end. Others were perhaps not taken at all, as a lock that was only tried.
function close_at_end(run, state) {
	state.open.forEach((open, lane) => open.forEach((bar) => {
		if (!run.lanes[lane].at_end.held.includes(run.objects[bar.object]))
			return;
		bar.to = run.n;
		state.bars.push(bar);
	}));
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
	const none = () => run.lanes.map(() => -1);
	const state = {
		open: run.lanes.map(() => []), waits: run.lanes.map(() => []), bars: [], released: [],
		last: none(), exited: none(), created: none()
	};
	for (let step = 0; step < run.n; step++)
		see_step(run, state, step);
	close_at_end(run, state);
	run.bars = stack_bars(run, state.bars);
	run.waits = state.waits;
	run.born = run.lanes.map((lane, i) => state.created[i] >= 0 ? state.created[i] : lane.id === 0 || run.left_out ? 0 : (run.by_lane[i].length ? run.by_lane[i][0] : 0));
	run.gone = run.lanes.map((lane, i) => state.exited[i] >= 0 ? state.exited[i] : is_there_at_end(lane) ? run.n : state.last[i]);
	run.arrows = run.orders.map(([from, to]) => ({from, to, wait: false})).concat(arrows_of_waits(run, state.bars));
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
