// SPDX-License-Identifier: Apache-2.0
//
// The whole run in one strip, where the timeline cannot show all of it: which thread ran when, the steps that matter, and
// the part that is in view. A click or a drag moves the view.

class Overview {
	constructor(run, canvas, timeline) {
		this.run = run;
		this.canvas = canvas;
		this.timeline = timeline;
		const move = (event) => {
			if (event.buttons & 1)
				timeline.scroll_to((event.offsetX - 6) / this.scale - timeline.columns() / 2);
			this.draw();
		};
		canvas.addEventListener('pointerdown', (event) => { canvas.setPointerCapture(event.pointerId); move(event); });
		canvas.addEventListener('pointermove', move);
	}

	// One pixel stands for many steps: the threads that ran in them.
	columns_of(width) {
		if (this.width === width)
			return this.columns;
		const rows = Math.min(this.run.lanes.length, 16), columns = new Uint32Array(width + 1);
		this.run.lane.forEach((lane, step) => { columns[Math.floor(step * this.scale)] |= 1 << (lane % rows); });
		this.width = width;
		return this.columns = columns;
	}

	draw() {
		this.canvas.hidden = this.timeline.fits();
		if (this.canvas.hidden)
			return;
		const width = this.canvas.clientWidth, rows = Math.min(this.run.lanes.length, 16), h = Math.max(2, Math.min(6, 36 / rows));
		const height = rows * (h + 1) + 10, colours = read_colours();
		const c = surface(this.canvas, width, height);
		this.scale = (width - 12) / this.run.n;
		c.drawImage(this.strip_of(width, height, rows, h, colours), 0, 0, width, height);
		this.draw_view(c, colours, height);
	}

	// What does not change from step to step: drawn once for a width and a set of colours.
	strip_of(width, height, rows, h, colours) {
		const key = [width, height, this.canvas.width, colours.page].join();
		if (this.key === key)
			return this.strip;
		this.strip = document.createElement('canvas');
		this.key = key;
		const c = surface(this.strip, width, height), columns = this.columns_of(width);
		c.fillStyle = colours.box;
		c.fillRect(0, 0, width, height);
		for (let row = 0; row < rows; row++) {
			c.fillStyle = colours.threads[row % HUES];
			for (let x = 0; x < width; x++)
				if (columns[x] >> row & 1)
					c.fillRect(6 + x, 5 + row * (h + 1), 1, h);
		}
		c.fillStyle = colours.alarm;
		this.run.critical.forEach((step) => c.fillRect(5 + step * this.scale, 0, 2, height));
		return this.strip;
	}

	draw_view(c, colours, height) {
		const x = 6 + this.timeline.first * this.scale, w = Math.max(6, this.timeline.columns() * this.scale);
		c.strokeStyle = colours.ink;
		c.lineWidth = 1.5;
		c.strokeRect(x, 1, w, height - 2);
		c.fillStyle = colours.ink;
		c.fillRect(6 + this.timeline.current * this.scale - .5, 0, 1.5, height);
	}
}
