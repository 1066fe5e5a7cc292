// SPDX-License-Identifier: Apache-2.0
//
// The source of the current step, with the place of each thread beside it; and what each thread does at this step.

const LINES_AROUND = 60, THREADS_LISTED = 16;

const STATES = {changed: ' (has changed since; only the lines of the report)', missing: ' (is not here; only the lines of the report)', same: ''};

// The last step of each thread until now; -1: none.
function positions_at(run, step) {
	return run.by_lane.map((own) => {
		const i = index_before(own, step);
		return i < 0 ? -1 : own[i];
	});
}

class SourcePane {
	constructor(run) {
		this.run = run;
		this.box = document.getElementById('source');
		this.title = document.getElementById('file');
		this.drawn = '';
	}

	// Lines one after another, of the piece of the file that the line is in.
	lines_around(file, line) {
		const piece = this.run.files[file].pieces.find(([first, lines]) => line >= first && line < first + lines.length);
		if (!piece)
			return [line, ['']];
		const from = Math.max(0, line - piece[0] - LINES_AROUND);
		return [piece[0] + from, piece[1].slice(from, line - piece[0] + LINES_AROUND)];
	}

	render(file, line) {
		const [first, lines] = this.lines_around(file, line), rows = [];
		lines.forEach((text, i) => {
			const row = element('div', 'l');
			row.append(element('span', 'n', String(first + i)), element('span', 'at'), element('code', '', text || ' '));
			rows.push(row);
		});
		this.box.replaceChildren(...rows);
		this.file = file;
		this.first = first;
		this.n = lines.length;
	}

	row_of(line) { return this.box.children[line - this.first]; }

	// The lines that are in view stay where they are, if the new one is among them.
	scroll_to(row) {
		const top = row.offsetTop, height = this.box.clientHeight;
		if (top < this.box.scrollTop + 24 || top > this.box.scrollTop + height - 48)
			this.box.scrollTop = top - height * .4;
	}

	mark(step) {
		const run = this.run, at = new Map();
		positions_at(run, step).forEach((last, lane) => {
			if (last < 0 || (run.gone[lane] < step && lane !== run.lane[step]))
				return;
			const [file, line] = run.places[run.place[last]];
			if (file === this.file && this.row_of(line))
				at.set(line, (at.get(line) || []).concat(run.lanes[lane]));
		});
		for (const row of this.box.children) {
			row.classList.remove('current');
			row.removeAttribute('aria-current');
			row.children[1].replaceChildren();
		}
		at.forEach((lanes, line) => lanes.slice(0, 3).forEach((lane) => {
			const sign = element('span', 'hue' + hue_of(lane), 'T' + lane.id);
			sign.title = lane.label;
			this.row_of(line).children[1].append(sign);
		}));
	}

	show(step) {
		const [file, line, name] = this.run.places[this.run.place[step]];
		if (!file) {
			this.title.textContent = function_words(this.run.functions[name]) || 'nothing is known of this place';
			this.box.replaceChildren();
			this.file = 0;
			return;
		}
		if (file !== this.file || line < this.first + 3 || line >= this.first + this.n - 3)
			this.render(file, line);
		this.title.replaceChildren(this.run.files[file].path + ':' + line, element('span', 'soft', (name ? '  ' + function_words(this.run.functions[name]) : '') + STATES[this.run.files[file].state]));
		this.mark(step);
		const row = this.row_of(line);
		row.classList.add('current');
		row.setAttribute('aria-current', 'step');
		this.scroll_to(row);
	}
}

function state_words(run, lane, step) {
	const wait = wait_at(run, lane, step + .5) || (is_pending(run, step) ? wait_at(run, lane, run.n - .5) : null);
	if (lane === run.lane[step])
		return is_pending(run, step) ? act_words(run, step) : 'runs: ' + act_words(run, step);
	if (step < run.born[lane])
		return 'is not there yet';
	if (step > run.gone[lane])
		return 'has ended';
	if (wait && run.object[wait.step])
		return 'waits for ' + (lane_of_object(run, wait.object) >= 0 ? run.lanes[lane_of_object(run, wait.object)].label : run.objects[wait.object]);
	return wait ? 'waits' : 'can run';
}

class ThreadPane {
	constructor(run) {
		this.run = run;
		this.list = document.getElementById('now');
	}

	item(lane, last, step) {
		const run = this.run, li = element('li', lane.number === run.lane[step] ? 'current' : '');
		const held = bars_at(run, lane.number, step).map((bar) => run.objects[bar.object]);
		li.append(chip(lane), ' ', element('span', '', state_words(run, lane.number, step)));
		if (last >= 0 && run.place[last])
			li.append(' ', element('span', 'soft', place_words(run, run.place[last])));
		held.forEach((name) => li.append(' ', element('span', 'lock', 'holds ' + name)));
		return li;
	}

	// With many threads: the one that runs, and those that are there.
	show(step) {
		const run = this.run, last = positions_at(run, step);
		const there = run.lanes.filter((lane) => run.lanes.length <= THREADS_LISTED || lane.number === run.lane[step] ||
			(step >= run.born[lane.number] && step <= run.gone[lane.number]));
		const listed = there.slice(0, THREADS_LISTED);
		if (!listed.includes(run.lanes[run.lane[step]]))
			listed[THREADS_LISTED - 1] = run.lanes[run.lane[step]];
		const items = listed.map((lane) => this.item(lane, last[lane.number], step));
		if (there.length > listed.length)
			items.push(element('li', 'soft', 'and ' + (there.length - listed.length) + ' more'));
		this.list.replaceChildren(...items);
	}
}
