/** Small line plots as SVG, readable on a light and on a dark ground, for benches. */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Plot {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly series: readonly Series[];
  /** Distances on an axis stand for factors. */
  readonly logX?: boolean;
  readonly logY?: boolean;
  /** Text beside the points of the first series. */
  readonly labels?: readonly string[];
}

const WIDTH = 420;
const HEIGHT = 300;
const LEFT = 62;
const RIGHT = 16;
const TOP = 34;
const BOTTOM = 48;
const COLOURS = ['#2f7fd1', '#d9822b', '#3a9d5d', '#a45bc9'];
const STYLE = `
text { font: 12px system-ui, sans-serif; fill: #222 }
.title { font-weight: 600 } .axis { stroke: #777; stroke-width: 1; fill: none } .grid { stroke: #8884; stroke-width: 1 }
.small { font-size: 10px }
@media (prefers-color-scheme: dark) { text { fill: #ddd } .axis { stroke: #999 } }`;

/** The plots side by side. */
export function plotsAsSvg(plots: readonly Plot[]): string {
  const width = WIDTH * plots.length;
  const drawn = plots.map((plot, n) => `<g transform="translate(${n * WIDTH} 0)">${draw(plot)}</g>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}"><style>${STYLE}</style>${drawn.join('')}</svg>\n`;
}

function draw(plot: Plot): string {
  const all = plot.series.flatMap(({ points }) => points);
  const x = scale(
    all.map(([value]) => value),
    LEFT,
    WIDTH - RIGHT,
    plot.logX === true,
  );
  const y = scale(
    all.map(([, value]) => value),
    HEIGHT - BOTTOM,
    TOP,
    plot.logY === true,
  );
  const parts = [
    `<text class="title" x="${LEFT}" y="18">${escaped(plot.title)}</text>`,
    `<path class="axis" d="M${LEFT} ${TOP}V${HEIGHT - BOTTOM}H${WIDTH - RIGHT}"/>`,
    `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 10}" text-anchor="middle">${escaped(plot.x)}</text>`,
    `<text transform="translate(14 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">${escaped(plot.y)}</text>`,
    ...x.ticks.map(
      (tick) =>
        `<text class="small" x="${x.at(tick)}" y="${HEIGHT - BOTTOM + 14}" text-anchor="middle">${short(tick)}</text>`,
    ),
    ...y.ticks.map(
      (tick) =>
        `<path class="grid" d="M${LEFT} ${y.at(tick)}H${WIDTH - RIGHT}"/><text class="small" x="${LEFT - 5}" y="${y.at(tick) + 3}" text-anchor="end">${short(tick)}</text>`,
    ),
  ];
  plot.series.forEach(({ name, points }, s) => {
    const colour = COLOURS[s % COLOURS.length];
    const places = points.map(([px, py]) => `${x.at(px).toFixed(1)} ${y.at(py).toFixed(1)}`);
    parts.push(`<path fill="none" stroke="${colour}" stroke-width="2" d="M${places.join('L')}"/>`);
    points.forEach(([px, py], n) => {
      parts.push(`<circle cx="${x.at(px).toFixed(1)}" cy="${y.at(py).toFixed(1)}" r="3" fill="${colour}"/>`);
      const label = s === 0 ? plot.labels?.[n] : undefined;
      if (label !== undefined)
        parts.push(
          `<text class="small" x="${(x.at(px) + 5).toFixed(1)}" y="${(y.at(py) - 5).toFixed(1)}">${escaped(label)}</text>`,
        );
    });
    if (plot.series.length > 1)
      parts.push(
        `<text class="small" style="fill:${colour}" x="${LEFT + 8}" y="${TOP + 12 + 13 * s}">${escaped(name)}</text>`,
      );
  });
  return parts.join('');
}

function scale(values: readonly number[], from: number, to: number, isLog: boolean) {
  const value = (v: number) => (isLog ? Math.log(v) : v);
  let [low, high] = [Math.min(...values), Math.max(...values)];
  if (!isLog) {
    const margin = (high - low) * 0.08 || 1;
    [low, high] = [low >= 0 && low < 0.4 * high ? 0 : low - margin, high + margin];
  }
  const at = (v: number) => from + ((value(v) - value(low)) / (value(high) - value(low) || 1)) * (to - from);
  const step = 10 ** Math.floor(Math.log10((high - low) / 3));
  const nice = [1, 2, 5, 10].map((k) => k * step).find((k) => (high - low) / k <= 6) ?? step;
  const ticks = isLog
    ? [...new Set(values)]
    : Array.from({ length: 20 }, (_, n) => (Math.ceil(low / nice) + n) * nice).filter((tick) => tick <= high);
  return { at, ticks };
}

function short(value: number): string {
  if (Math.abs(value) >= 1e6) return `${+(value / 1e6).toPrecision(3)}M`;
  if (Math.abs(value) >= 1e4) return `${+(value / 1e3).toPrecision(3)}k`;
  return `${+value.toPrecision(3)}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
