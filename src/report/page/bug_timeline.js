// SPDX-License-Identifier: Apache-2.0
//
// The timeline: a lane for each thread, steps from left to right. Only what is in view is drawn, so that it takes as long
// for ten steps as for a million.

const HEAD = 22, BAR = 15, LANE = 34;
const SMALLEST = 2, LARGEST = 150, COMFORTABLE = 20;

class Timeline {
	constructor(run, canvas, chosen) {
		this.run = run;
		this.canvas = canvas;
		this.first = 0;     // the step at the left edge, perhaps with a fraction
		this.column = 0;    // pixels of a step
		this.zoomed = false; // the reader has chosen a scale
		this.current = 0;
		this.shown = null;  // 1 for each step that the filters let through; null: all
		this.lit = 0;       // the object that the filters ask for
		this.depth = run.bars.map((rows) => Math.min(3, rows.length));
		canvas.addEventListener('click', (event) => chosen(this.step_at(event.offsetX)));
		canvas.addEventListener('mousemove', (event) => this.hover(event));
		canvas.addEventListener('wheel', (event) => this.wheel(event), {passive: false});
	}

	lane_height(lane) {
		return this.run.lanes.length > 24 ? 18 : LANE + this.depth[lane] * BAR;
	}

	measure() {
		this.width = this.canvas.clientWidth;
		this.gutter = this.width < 600 ? 56 : 132;
		this.tops = [];
		let y = HEAD;
		this.run.lanes.forEach((lane, i) => { this.tops.push(y); y += this.lane_height(i); });
		this.height = y + 4;
		this.margin = this.run.n < 60 ? Math.min(96, this.width / 10) : 12;
		const fit = (this.width - this.gutter - this.margin) / Math.max(1, this.run.n);
		if (!this.zoomed || !this.column)
			this.column = fit >= 14 ? Math.min(LARGEST, fit) : COMFORTABLE;
	}

	columns() { return (this.width - this.gutter - this.margin) / this.column; }
	fits() { return this.columns() >= this.run.n; }
	x_of(step) { return this.gutter + 6 + (step - this.first + .5) * this.column; }
	y_of(lane) { return this.tops[lane] + (this.run.lanes.length > 24 ? 9 : 21); }
	step_at(x) { return Math.max(0, Math.min(this.run.n - 1, Math.floor(this.first + (x - this.gutter - 6) / this.column))); }

	clamp() {
		this.first = Math.max(0, Math.min(this.first, this.run.n - this.columns()));
		if (this.fits())
			this.first = 0;
	}

	scroll_to(first) {
		this.first = first;
		this.clamp();
		this.draw();
	}

	zoom(factor) {
		this.measure();
		const x = this.x_of(this.current);
		this.zoomed = true;
		this.column = Math.max(SMALLEST, Math.min(LARGEST, this.column * factor));
		this.scroll_to(this.current + .5 - (x - this.gutter - 6) / this.column);
	}

	wheel(event) {
		if (event.ctrlKey) {
			event.preventDefault();
			this.zoom(event.deltaY < 0 ? 1.25 : .8);
		} else if (event.deltaX || event.shiftKey) {
			event.preventDefault();
			this.scroll_to(this.first + (event.deltaX || event.deltaY) / this.column);
		}
		if (this.moved)
			this.moved();
	}

	hover(event) {
		const step = this.step_at(event.offsetX);
		this.canvas.title = event.offsetX < this.gutter ? ''
			: number_words(this.run, step) + '  ' + this.run.lanes[this.run.lane[step]].label + ': ' + act_words(this.run, step);
	}

	// Bring a step into view; near an edge it comes to the middle.
	show(step) {
		this.measure();
		const columns = this.columns();
		this.current = step;
		if (step < this.first + columns * .08 || step > this.first + columns * .92)
			this.first = step - columns / 2;
		this.clamp();
		this.draw();
		this.show_lane(this.run.lane[step]);
	}

	// With many threads the lanes scroll.
	show_lane(lane) {
		const box = this.canvas.parentElement, top = this.tops[lane], bottom = top + this.lane_height(lane);
		if (top < box.scrollTop || bottom > box.scrollTop + box.clientHeight)
			box.scrollTop = top - box.clientHeight / 2;
	}

	draw() {
		const colours = this.colours = read_colours(), run = this.run;
		this.measure();
		this.clamp();
		const c = this.c = surface(this.canvas, this.width, this.height);
		this.from = Math.max(0, Math.floor(this.first));
		this.to = Math.min(run.n, Math.ceil(this.first + this.columns()) + 1);
		c.clearRect(0, 0, this.width, this.height);
		c.font = '11px system-ui, sans-serif';
		c.textBaseline = 'middle';
		c.save();
		c.beginPath();
		c.rect(this.gutter, 0, this.width - this.gutter, this.height);
		c.clip();
		this.draw_current();
		this.draw_head();
		run.lanes.forEach((lane) => this.draw_life(lane));
		run.lanes.forEach((lane) => this.draw_bars(lane));
		this.draw_switches();
		this.draw_runs();
		run.lanes.forEach((lane) => this.draw_waits(lane));
		run.arrows.forEach((arrow) => this.draw_arrow(arrow));
		this.draw_steps();
		c.restore();
		this.draw_names(colours);
	}

	draw_current() {
		const x = this.x_of(this.current), w = Math.max(3, Math.min(this.column, 26));
		this.c.fillStyle = this.colours.lit;
		this.c.fillRect(x - w / 2, 0, w, this.height);
	}

	draw_head() {
		const c = this.c, every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find((n) => n * this.column >= 48) || 10000;
		c.fillStyle = this.colours.soft;
		c.textAlign = 'center';
		for (let step = this.from; step < this.to; step++)
			if (!is_pending(this.run, step) && this.run.number[step] % every === 0)
				c.fillText(String(this.run.number[step]), this.x_of(step), 11);
		c.textAlign = 'left';
	}

	line(x, y, to, width, colour) {
		this.c.strokeStyle = colour;
		this.c.lineWidth = width;
		this.c.beginPath();
		this.c.moveTo(x, y);
		this.c.lineTo(to, y);
		this.c.stroke();
	}

	draw_life(lane) {
		const i = lane.number, y = this.y_of(i);
		const from = Math.max(this.run.born[i], this.first - 1), to = Math.min(this.run.gone[i], this.to);
		if (to > from)
			this.line(this.x_of(from), y, this.x_of(to), 1.25, this.colours.line);
	}

	// A stretch of steps by one thread, until the next switch.
	draw_runs() {
		const run = this.run;
		let at = Math.max(0, index_before(run.switches, this.from));
		for (; at < run.switches.length && run.switches[at] < this.to; at++) {
			const from = run.switches[at], lane = run.lane[from];
			const end = at + 1 < run.switches.length ? run.switches[at + 1] - 1 : run.n - 1;
			if (!is_pending(run, from))
				this.line(this.x_of(from) - Math.min(4, this.column / 2), this.y_of(lane), this.x_of(end) + Math.min(4, this.column / 2), 4,
					this.colours.threads[hue_of(run.lanes[lane])]);
		}
	}

	draw_switches() {
		const run = this.run, c = this.c;
		if (this.column < 5)
			return;
		c.strokeStyle = this.colours.soft;
		c.globalAlpha = .55;
		c.lineWidth = 1;
		c.setLineDash([2, 3]);
		for (let step = Math.max(1, this.from); step < this.to; step++)
			if (is_switch(run, step) && !is_pending(run, step)) {
				const x = Math.round(this.x_of(step) - this.column / 2) + .5;
				c.beginPath();
				c.moveTo(x, this.y_of(run.lane[step - 1]));
				c.lineTo(x, this.y_of(run.lane[step]));
				c.stroke();
			}
		c.setLineDash([]);
		c.globalAlpha = 1;
	}

	draw_bars(lane) {
		if (this.run.lanes.length > 24)
			return;
		this.run.bars[lane.number].slice(0, 3).forEach((row, depth) => {
			for (let i = Math.max(0, index_before(row, this.from, (bar) => bar.from)); i < row.length && row[i].from < this.to; i++)
				this.draw_bar(lane, row[i], this.y_of(lane.number) + 10 + depth * BAR);
		});
	}

	draw_bar(lane, bar, y) {
		const c = this.c, colour = this.colours.threads[hue_of(lane)];
		const x = Math.max(this.gutter - 10, this.x_of(bar.from)), to = Math.min(this.width + 10, this.x_of(bar.to)), h = BAR - 2;
		if (to < this.gutter)
			return;
		c.globalAlpha = this.lit && this.lit !== bar.object ? .07 : .2;
		c.fillStyle = colour;
		c.beginPath();
		c.roundRect(x, y, Math.max(2, to - x), h, 3);
		c.fill();
		c.globalAlpha = this.lit && this.lit !== bar.object ? .3 : 1;
		c.fillRect(x, y, 2, h);
		if (to - x > 28) {
			c.fillStyle = this.colours.ink;
			c.font = '10.5px system-ui, sans-serif';
			c.fillText(fitted(c, this.run.objects[bar.object], to - Math.max(x, this.gutter) - 10), Math.max(x, this.gutter) + 6, y + h / 2 + .5);
			c.font = '11px system-ui, sans-serif';
		}
		c.globalAlpha = 1;
	}

	draw_waits(lane) {
		const c = this.c, waits = this.run.waits[lane.number], y = this.y_of(lane.number);
		for (let i = Math.max(0, index_before(waits, this.from, (w) => w.from)); i < waits.length && waits[i].from < this.to; i++) {
			const x = Math.max(this.gutter - 4, this.x_of(waits[i].from) + 7), to = Math.min(this.width + 4, this.x_of(waits[i].to) - 7);
			if (to <= x)
				continue;
			c.setLineDash([3, 4]);
			this.line(x, y, to, 2, this.colours.soft);
			c.setLineDash([]);
		}
	}

	draw_steps() {
		const next = this.run.lanes.map(() => this.x_of(this.run.n) + 60);
		for (let step = this.to - 1; step >= this.from; step--) {
			const lane = this.run.lane[step], x = this.x_of(step);
			if (this.column >= 5 || this.run.marked[step])
				this.draw_step(step, this.run.lanes[lane], x, this.y_of(lane), next[lane] - x);
			next[lane] = x;
		}
	}

	draw_step(step, lane, x, y, room) {
		const c = this.c, run = this.run, group = group_of(run, step), colour = this.colours.threads[hue_of(lane)];
		const hollow = group === 'read' || group === 'join' || is_pending(run, step), dim = this.shown && !this.shown[step];
		const radius = Math.max(2, Math.min(5, this.column / 2.4)) * (run.marked[step] ? 1.2 : 1);
		c.globalAlpha = dim ? .18 : 1;
		if (step === this.current || run.marked[step]) {
			c.beginPath();
			c.arc(x, y, radius + 4, 0, 2 * Math.PI);
			c.lineWidth = step === this.current ? 2.5 : 1.5;
			c.strokeStyle = run.marked[step] ? this.colours.alarm : this.colours.ink;
			c.fillStyle = this.colours.page;
			c.fill();
			c.stroke();
		}
		outline(c, lane, x, y, radius);
		c.fillStyle = hollow ? this.colours.page : group === 'fail' ? this.colours.alarm : colour;
		c.strokeStyle = group === 'fail' ? this.colours.alarm : colour;
		c.lineWidth = 1.75;
		c.fill();
		c.stroke();
		if (room > 44 && this.run.lanes.length <= 24) {
			this.label(fitted(c, act_words(run, step), room - 10), x - 4, y - 14, run.marked[step] ? this.colours.ink : this.colours.soft);
		}
		c.globalAlpha = 1;
	}

	// Text that stays readable where lines cross it.
	label(text, x, y, colour) {
		this.c.strokeStyle = this.colours.page;
		this.c.lineWidth = 4;
		this.c.lineJoin = 'round';
		this.c.strokeText(text, x, y);
		this.c.fillStyle = colour;
		this.c.fillText(text, x, y);
	}

	draw_arrow(arrow) {
		const c = this.c, x = this.x_of(arrow.from), to = this.x_of(arrow.to);
		if (Math.max(x, to) < this.gutter || Math.min(x, to) > this.width)
			return;
		const y = this.y_of(this.run.lane[arrow.from]), end = this.y_of(this.run.lane[arrow.to]);
		const length = Math.hypot(to - x, end - y) || 1, bend = Math.min(60, Math.abs(to - x) / 2);
		const sign = to >= x ? 1 : -1, a = {x: x + sign * bend, y}, b = {x: to - sign * bend, y: end};
		const angle = Math.atan2(end - b.y || (end - y) * .35, to - b.x || to - x), tip = {x: to - 10 * Math.cos(angle), y: end - 10 * Math.sin(angle)};
		if (length < 12)
			return;
		c.strokeStyle = c.fillStyle = this.colours.alarm;
		c.lineWidth = 2;
		c.setLineDash(arrow.wait ? [6, 4] : []);
		c.beginPath();
		c.moveTo(x + sign * 8, y);
		c.bezierCurveTo(a.x, a.y, b.x, b.y, tip.x, tip.y);
		c.stroke();
		c.setLineDash([]);
		arrow_head(c, tip.x + 2 * Math.cos(angle), tip.y + 2 * Math.sin(angle), angle);
	}

	draw_names(colours) {
		const c = this.c;
		c.font = '600 12px system-ui, sans-serif';
		this.run.lanes.forEach((lane) => {
			const y = this.y_of(lane.number);
			c.fillStyle = colours.threads[hue_of(lane)];
			outline(c, lane, 9, y, 4.5);
			c.fill();
			c.fillStyle = colours.ink;
			c.fillText(fitted(c, this.gutter < 100 ? 'T' + lane.id : lane.label, this.gutter - 22), 20, y + .5);
		});
	}
}
