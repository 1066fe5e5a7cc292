// SPDX-License-Identifier: Apache-2.0
//
// The run as the page has it (src/report/html/bug_data.c), made fit for questions: columns of numbers, one
// entry a step. In the tables of texts and places 0 means "none".
'use strict';

// Sums of the differences that the page has.
function sums_of(differences) {
	const sums = new Float64Array(differences.length);
	let sum = 0;
	differences.forEach((d, i) => { sum += d; sums[i] = sum; });
	return sums;
}

// One lane for each thread, in the order of their numbers.
function lanes_of(data) {
	const known = new Map(data.threads.map((t) => [t.id, t]));
	const ids = new Set(data.steps.thread);
	data.threads.forEach((t) => ids.add(t.id));
	return Array.from(ids).sort((a, b) => a - b).map((id, number) => {
		const at_end = known.get(id) || {held: [], owner: -1};
		return {id, number, name: at_end.name || '', label: 'T' + id + (at_end.name ? ' ' + at_end.name : ''), at_end};
	});
}

// For each lane the steps of its thread.
function steps_by_lane(lane_of_step, lanes) {
	const lists = lanes.map(() => []);
	lane_of_step.forEach((lane, step) => lists[lane].push(step));
	return lists;
}

function read_run(data) {
	const steps = data.steps, n = steps.thread.length;
	const lanes = lanes_of(data), lane_of_thread = new Map(lanes.map((l) => [l.id, l.number]));
	const run = {
		n, lanes,
		number: sums_of(steps.number),
		lane: Uint16Array.from(steps.thread, (id) => lane_of_thread.get(id)),
		act: Uint16Array.from(steps.act), object: Uint32Array.from(steps.object), value: Uint32Array.from(steps.value),
		note: Uint32Array.from(steps.note), place: Uint32Array.from(steps.place), marked: new Uint8Array(n),
		acts: [['', 'other', 0]].concat(data.acts), places: [[0, 0, 0]].concat(data.places),
		objects: [''].concat(data.objects), values: [''].concat(data.values), notes: [''].concat(data.notes),
		functions: [''].concat(data.functions), files: [null].concat(data.files),
		critical: data.marked, locks: data.locks, orders: data.orders, left_out: data.leftOut, blocks: data.blocks, lane_of_thread
	};
	data.marked.forEach((step) => { run.marked[step] = 1; });
	run.by_lane = steps_by_lane(run.lane, lanes);
	return run;
}

const group_of = (run, step) => run.acts[run.act[step]][1];
const is_pending = (run, step) => run.acts[run.act[step]][2] === 1;
const is_switch = (run, step) => step === 0 || run.lane[step] !== run.lane[step - 1];

// "thread 3" is the object of a step that creates or joins it: its lane, or -1.
function lane_of_object(run, object) {
	const match = /^thread (\d+)$/.exec(run.objects[object]);
	const lane = match ? run.lane_of_thread.get(Number(match[1])) : undefined;
	return lane === undefined ? -1 : lane;
}

// What the step does, without its thread: "lock queue.lock", "write count = 3".
function act_words(run, step) {
	const lane = lane_of_object(run, run.object[step]);
	const object = lane >= 0 ? run.lanes[lane].label : run.objects[run.object[step]];
	return run.acts[run.act[step]][0] + (object ? ' ' + object : '') +
		(run.value[step] ? ' = ' + run.values[run.value[step]] : '') +
		(run.note[step] ? (is_pending(run, step) ? ': ' : ' (') + run.notes[run.note[step]] + (is_pending(run, step) ? '' : ')') : '');
}

const number_words = (run, step) => is_pending(run, step) ? 'end' : String(run.number[step]);
const base_name = (path) => path.slice(path.lastIndexOf('/') + 1);

const shorter = (text, most) => text.length > most ? text.slice(0, most - 1) + '…' : text;

// "queue.c:17", or what else is known of the place. The number of the line is never cut off.
function place_words(run, place, most) {
	const [file, line, name] = run.places[place];
	return file ? shorter(base_name(run.files[file].path), most || 200) + ':' + line : shorter(run.functions[name], most || 200);
}

// A function's name without the arguments of templates, where these make it long.
function function_words(name) {
	let short = '', depth = 0;
	if (name.length <= 60 || name.includes('operator'))
		return name;
	for (const character of name) {
		if (character === '<' && depth++ === 0)
			short += '<…>';
		else if (character === '>')
			depth--;
		else if (depth === 0)
			short += character;
	}
	return short;
}

// The line of source at a place; '': it is not known.
function source_of(run, place) {
	const [file, line] = run.places[place];
	const piece = file && run.files[file].pieces.find(([first, lines]) => line >= first && line < first + lines.length);
	return piece ? piece[1][line - piece[0]] : '';
}

// The last entry of an ascending list that is not greater: its index, or -1.
function index_before(list, value, of) {
	let low = 0, high = list.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((of ? of(list[middle]) : list[middle]) <= value)
			low = middle + 1;
		else
			high = middle;
	}
	return low - 1;
}
