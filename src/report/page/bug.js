// SPDX-License-Identifier: Apache-2.0
//
// The page of a failure: puts its parts together.

class Explorer {
	constructor(run) {
		const go = (step) => this.go_to(step);
		this.run = run;
		this.timeline = new Timeline(run, document.getElementById('timeline'), go);
		this.overview = new Overview(run, document.getElementById('overview'), this.timeline);
		this.timeline.moved = () => this.overview.draw();
		this.list = new StepList(run, go);
		this.source = new SourcePane(run);
		this.threads = new ThreadPane(run);
		this.filters = new Filters(run, (list, shown, object) => this.filtered(list, shown, object));
		this.current = this.first_step();
		this.filters.apply();
		this.listen();
	}

	// What the address says, else the first step that matters.
	first_step() {
		const asked = /^#step=(\d+)$/.exec(location.hash);
		const step = asked ? Number(asked[1]) : this.run.critical.length ? this.run.critical[0] : 0;
		return Math.min(step, this.run.n - 1);
	}

	filtered(list, shown, object) {
		this.shown = list;
		this.timeline.shown = shown;
		this.timeline.lit = object;
		this.list.list(list);
		if (list.length)
			this.go_to(list[Math.max(0, index_before(list, this.current))]);
		else
			this.draw_position();
	}

	move(name) {
		const at = index_before(this.shown, this.current);
		const to = Math.max(0, Math.min(this.shown.length - 1, MOVES[name](this.run, this.shown, at)));
		if (this.shown.length)
			this.go_to(this.shown[to]);
	}

	go_to(step) {
		this.current = step;
		this.timeline.show(step);
		this.overview.draw();
		this.list.show(step);
		this.source.show(step);
		this.threads.show(step);
		this.draw_position();
		document.getElementById('live').textContent = this.sentence(step);
		this.name_step();
	}

	// Browsers refuse a page that changes its address often: it is changed when the reader stops.
	name_step() {
		clearTimeout(this.naming);
		this.naming = setTimeout(() => history.replaceState(null, '', '#step=' + this.current), 200);
	}

	sentence(step) {
		const run = this.run, place = place_words(run, run.place[step]);
		return (is_pending(run, step) ? 'At the end: ' : 'Step ' + run.number[step] + ': ') + run.lanes[run.lane[step]].label + ', ' + act_words(run, step) +
			(place ? ', at ' + place : '') + (run.marked[step] ? '; this step matters' : '');
	}

	draw_position() {
		const at = this.shown.length ? index_before(this.shown, this.current) + 1 : 0, n = this.shown.length;
		document.getElementById('position').textContent = at.toLocaleString('en') + ' of ' + n.toLocaleString('en');
	}

	key(event) {
		const run = this.run, move = key_move(event);
		const own = {
			'?': () => document.getElementById('help').showModal(),
			'/': () => this.filters.text.focus(),
			'+': () => this.zoom(1.5), '=': () => this.zoom(1.5), '-': () => this.zoom(1 / 1.5),
			t: () => this.filters.choose(this.filters.thread, String(run.lane[this.current])),
			o: () => this.filters.choose(this.filters.object, run.object[this.current] ? String(run.object[this.current]) : '')
		}[event.key];
		if (document.getElementById('help').open)
			return;
		if (event.key === 'Escape' && this.filters.is_active()) {
			this.filters.clear_all();
			document.getElementById('steps').focus({preventScroll: true});
		} else if (move) {
			this.move(move);
		} else if (own && !is_writing(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey) {
			own();
		} else {
			return;
		}
		event.preventDefault();
	}

	zoom(factor) {
		this.timeline.zoom(factor);
		this.overview.draw();
	}

	draw() {
		this.timeline.show(this.current);
		this.overview.draw();
		this.list.drawn = '';
		this.list.show(this.current);
	}

	listen() {
		const redraw = () => this.draw();
		document.addEventListener('keydown', (event) => this.key(event));
		document.querySelectorAll('[data-move]').forEach((button) => button.addEventListener('click', () => this.move(button.dataset.move)));
		document.querySelectorAll('[data-zoom]').forEach((button) => button.addEventListener('click', () => this.zoom(button.dataset.zoom === 'in' ? 1.5 : 1 / 1.5)));
		document.getElementById('ask').addEventListener('click', () => document.getElementById('help').showModal());
		addEventListener('resize', redraw);
		addEventListener('beforeprint', redraw);
		addEventListener('afterprint', redraw);
		matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
		matchMedia('print').addEventListener('change', redraw);
	}
}

function copy_text(button, code) {
	const done = () => {
		button.firstChild.textContent = 'Copied';
		setTimeout(() => { button.firstChild.textContent = 'Copy'; }, 1500);
	};
	getSelection().selectAllChildren(code);
	if (navigator.clipboard)
		navigator.clipboard.writeText(code.textContent).then(done, () => {});
}

function start_page() {
	const run = read_run(JSON.parse(document.getElementById('run').textContent));
	document.querySelectorAll('.copy').forEach((button) => {
		button.hidden = false;
		button.addEventListener('click', () => copy_text(button, button.parentElement.querySelector('code')));
	});
	if (!run.n)
		return;
	derive_locks(run);
	document.documentElement.classList.add('has-explorer');
	document.getElementById('explorer').hidden = false;
	if (run.left_out)
		document.getElementById('left-out').textContent = Number(run.left_out).toLocaleString('en') + ' steps before these are left out';
	new Explorer(run);
}

start_page();
