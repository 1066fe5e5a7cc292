// SPDX-License-Identifier: Apache-2.0
//
// Which steps are shown: by thread, by variable or lock, by text, and whether they matter. A text is looked for once in each
// of the run's tables, not in each step.

function table_matches(table, words, text) {
	return Uint8Array.from(table, (entry, i) => i > 0 && words(entry, i).toLowerCase().includes(text) ? 1 : 0);
}

// A test of a step for a text.
function text_test(run, text) {
	const plain = (entry) => entry;
	const objects = table_matches(run.objects, plain, text), values = table_matches(run.values, plain, text);
	const notes = table_matches(run.notes, plain, text), acts = table_matches(run.acts, (act) => act[0], text);
	const places = table_matches(run.places, (place, i) =>
		place_words(run, i) + ' ' + run.functions[place[2]] + ' ' + source_of(run, i), text);
	const lanes = run.lanes.map((lane) => lane.label.toLowerCase().includes(text));
	return (step) => objects[run.object[step]] || acts[run.act[step]] || places[run.place[step]] || lanes[run.lane[step]] ||
		(run.value[step] && values[run.value[step]]) || (run.note[step] && notes[run.note[step]]);
}

function option(value, text) {
	const e = element('option', '', text);
	e.value = value;
	return e;
}

// Objects by what is done to them: locks are locked, threads are created, the rest is data.
function sort_objects(run) {
	const kinds = new Map(), uses = new Uint32Array(run.objects.length);
	for (let step = 0; step < run.n; step++) {
		const object = run.object[step], group = group_of(run, step);
		uses[object]++;
		if (['lock', 'trylock', 'unlock', 'wait', 'sync'].includes(group))
			kinds.set(object, 'Locks and the like');
		else if (!kinds.has(object))
			kinds.set(object, lane_of_object(run, object) >= 0 ? 'Threads' : 'Variables');
	}
	const groups = new Map();
	kinds.forEach((kind, object) => {
		if (object)
			groups.set(kind, (groups.get(kind) || []).concat(object));
	});
	groups.forEach((list) => list.sort((a, b) => uses[b] - uses[a]));
	return groups;
}

// Not in a header or library of the system.
function is_own(run, step) {
	const file = run.places[run.place[step]][0];
	return Boolean(file && run.files[file].own);
}

const MOST_OPTIONS = 2000;

class Filters {
	constructor(run, changed) {
		this.run = run;
		this.changed = changed;
		this.form = document.getElementById('filters');
		['text', 'thread', 'object', 'critical-only', 'own-only', 'clear'].forEach((id) => { this[id] = document.getElementById(id); });
		run.lanes.forEach((lane) => this.thread.append(option(String(lane.number), lane.label)));
		sort_objects(run).forEach((objects, kind) => {
			const group = element('optgroup');
			group.label = kind;
			objects.slice(0, MOST_OPTIONS).forEach((object) => group.append(option(String(object), run.objects[object])));
			this.object.append(group);
		});
		this.form.addEventListener('input', () => this.apply());
		this.form.addEventListener('submit', (event) => event.preventDefault());
		this.clear.addEventListener('click', () => this.clear_all());
		this['critical-only'].disabled = !run.critical.length;
		document.getElementById('own-label').hidden = run.files.every((file) => !file || file.own);
	}

	is_active() {
		return Boolean(this.text.value.trim() || this.thread.value || this.object.value || this['critical-only'].checked ||
			this['own-only'].checked);
	}

	clear_all() {
		this.form.reset();
		this.apply();
	}

	choose(select, value) {
		select.value = select.value === value ? '' : value;
		this.apply();
	}

	// The steps that are shown, and for each step whether it is.
	apply() {
		const run = this.run, text = this.text.value.trim().toLowerCase(), test = text ? text_test(run, text) : null;
		const thread = this.thread.value, object = this.object.value, critical = this['critical-only'].checked;
		const own = this['own-only'].checked;
		const list = [], shown = this.is_active() ? new Uint8Array(run.n) : null;
		for (let step = 0; step < run.n; step++) {
			if ((thread && run.lane[step] !== Number(thread)) || (object && run.object[step] !== Number(object)) ||
				(critical && !run.marked[step]) || (own && !run.marked[step] && !is_own(run, step)) || (test && !test(step)))
				continue;
			list.push(step);
			if (shown)
				shown[step] = 1;
		}
		this.clear.hidden = !this.is_active();
		this.changed(list, shown, Number(object));
	}
}
