// SPDX-License-Identifier: Apache-2.0
//
// The list of steps: a table of which only the rows in view exist.

const SPARE = 8;

const element = (name, className, text) => {
	const e = document.createElement(name);
	if (className)
		e.className = className;
	if (text)
		e.textContent = text;
	return e;
};

// A thread's sign and name, in its colour.
function chip(lane) {
	const e = element('span', 'chip hue' + hue_of(lane));
	const sign = element('span', 'sign', sign_of(lane));
	sign.setAttribute('aria-hidden', 'true');
	e.append(sign, ' ' + lane.label);
	return e;
}

class StepList {
	constructor(run, chosen) {
		this.run = run;
		this.chosen = chosen;
		this.box = document.getElementById('steps');
		this.table = document.getElementById('steps-table');
		this.rows = document.getElementById('rows');
		this.shown = [];
		this.current = 0;
		this.box.addEventListener('scroll', () => this.draw());
		this.rows.addEventListener('click', (event) => {
			const row = event.target.closest('tr');
			if (row)
				chosen(Number(row.dataset.step));
		});
	}

	row_height() {
		return parseFloat(getComputedStyle(this.box).getPropertyValue('--row'));
	}

	list(shown) {
		this.shown = shown;
		this.table.setAttribute('aria-rowcount', String(shown.length + 1));
		document.getElementById('nothing').hidden = shown.length > 0;
		this.drawn = '';
		this.draw();
	}

	cell(className, ...content) {
		const td = element('td', className);
		td.setAttribute('role', 'cell');
		td.append(...content);
		return td;
	}

	row(index) {
		const run = this.run, step = this.shown[index], lane = run.lanes[run.lane[step]], tr = element('tr');
		const before = index ? run.lane[this.shown[index - 1]] : -1;
		tr.setAttribute('role', 'row');
		tr.setAttribute('aria-rowindex', String(index + 2));
		tr.dataset.step = String(step);
		tr.className = 'hue' + hue_of(lane) + (before !== run.lane[step] ? ' switch' : '') + (run.marked[step] ? ' matters' : '') +
			(is_pending(run, step) ? ' pending' : '');
		if (step === this.current)
			tr.setAttribute('aria-current', 'step');
		const words = this.cell('what', act_words(run, step));
		if (run.marked[step]) {
			const sign = element('span', 'mark', '▶');
			sign.setAttribute('role', 'img');
			sign.setAttribute('aria-label', 'matters');
			words.prepend(sign, ' ');
		}
		words.title = words.textContent;
		tr.append(this.cell('number', number_words(run, step)), this.cell('who', chip(lane)), words,
			this.cell('where', place_words(run, run.place[step], 16)));
		return tr;
	}

	draw() {
		const height = this.row_height(), first = Math.max(0, Math.floor(this.box.scrollTop / height) - SPARE);
		const last = Math.min(this.shown.length, Math.ceil((this.box.scrollTop + this.box.clientHeight) / height) + SPARE);
		const drawn = [first, last, height, this.current].join();
		if (drawn === this.drawn)
			return;
		this.drawn = drawn;
		document.getElementById('steps-height').style.height = this.shown.length * height + 'px';
		this.table.style.transform = 'translateY(' + first * height + 'px)';
		const rows = [];
		for (let i = first; i < last; i++)
			rows.push(this.row(i));
		this.rows.replaceChildren(...rows);
	}

	// Bring a step into view: by a row, if it is just outside, else to the middle.
	show(step) {
		const height = this.row_height(), top = index_before(this.shown, step) * height, box = this.box;
		const above = box.scrollTop + height - top, below = top + 2 * height - box.scrollTop - box.clientHeight;
		this.current = step;
		if (above > 4 * height || below > 4 * height)
			box.scrollTop = top - box.clientHeight * .4;
		else if (above > 0)
			box.scrollTop -= above;
		else if (below > 0)
			box.scrollTop += below;
		this.draw();
	}
}
