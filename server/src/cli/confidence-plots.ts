/**
 * Two pictures of word confidence as SVG text: a reliability diagram (does 80 % mean 80 %?) and a risk–coverage plot
 * (how many wrong words are left when the least confident are set aside?). Colours follow the reader's light or dark
 * scheme; both curves differ in shape too, so they can be told apart without colour.
 */
import type { ReliabilityBin, RiskPoint } from '../../../models/eval/confidence-measures.js';

export interface PlotSeries<Point> {
  readonly name: string;
  readonly points: readonly Point[];
}

const [WIDTH, HEIGHT] = [520, 480];
const AREA = { left: 64, top: 56, width: 420, height: 340 };
const STYLE = `
    svg { --paper: #ffffff; --ink: #1f2328; --soft: #59636e; --grid: #d1d9e0; --first: #0969da; --second: #bc4c00 }
    @media (prefers-color-scheme: dark) {
      svg { --paper: #0d1117; --ink: #e6edf3; --soft: #9198a1; --grid: #30363d; --first: #58a6ff; --second: #f0883e }
    }
    .paper { fill: var(--paper) } .ink { fill: var(--ink) } .soft { fill: var(--soft) }
    .grid { stroke: var(--grid) } .ideal { stroke: var(--soft); stroke-dasharray: 5 4 }
    .bar { fill: var(--first); fill-opacity: 0.18 }
    .dot.first { fill: var(--first) } .dot.second { fill: var(--second) }
    .curve { fill: none; stroke-width: 2 }
    .curve.first { stroke: var(--first) } .curve.second { stroke: var(--second); stroke-dasharray: 7 4 }
    text { font: 13px system-ui, sans-serif } .title { font-size: 15px; font-weight: 600 }`;

/** Share of right words over confidence; bars show how many words of the first series have each confidence. */
export function reliabilityDiagram(series: readonly PlotSeries<ReliabilityBin>[]): string {
  const bins = series[0]?.points ?? [];
  const most = Math.max(1, ...bins.map(({ words }) => words));
  const bars = bins.map(({ low, high, words }) => {
    const top = y((0.3 * words) / most);
    return `<rect class="bar" x="${x(low)}" y="${top}" width="${rounded(x(high) - x(low) - 1)}" height="${rounded(y(0) - top)}"/>`;
  });
  const curves = series.map(({ points }, s) => {
    const places = points
      .filter(({ words }) => words > 0)
      .map(({ confidence, right }) => [x(confidence), y(right)] as const);
    return [curve(places, s), ...places.map(([across, down]) => dot(across, down, s))].join('\n  ');
  });
  return picture({
    title: 'Reliability: does confidence mean what it says?',
    across: 'confidence',
    up: 'share of right words',
    highest: 1,
    content: [...bars, ideal([x(0), y(0)], [x(1), y(1)]), ...curves],
    names: series.map(({ name }) => name),
    note: 'thin dashes: perfect · bars: how many words have this confidence',
  });
}

/** Share of wrong words among those kept, over the share kept. */
export function riskCoveragePlot(series: readonly PlotSeries<RiskPoint>[]): string {
  const all = series[0]?.points.at(-1)?.risk ?? 0;
  const highestRisk = Math.max(0.1, ...series.flatMap(({ points }) => points.map(({ risk }) => risk)));
  const highest = Math.min(1, Math.ceil(10 * highestRisk + 0.5) / 10);
  return picture({
    title: 'Risk and coverage: sorted by confidence',
    across: 'share of words kept, most confident first',
    up: 'share of wrong words among them',
    highest,
    content: [
      ideal([x(0), y(all, highest)], [x(1), y(all, highest)]),
      ...series.map(({ points }, s) =>
        curve(
          points.map(({ coverage, risk }) => [x(coverage), y(risk, highest)]),
          s,
        ),
      ),
    ],
    names: series.map(({ name }) => name),
    note: `thin dashes: words in any order (${Math.round(100 * all)} % wrong)`,
  });
}

function picture(plot: {
  title: string;
  across: string;
  up: string;
  /** Value at the top of the plot. */
  highest: number;
  content: readonly string[];
  names: readonly string[];
  note: string;
}): string {
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1].flatMap((share) => [
    `<line class="grid" x1="${x(share)}" y1="${y(0)}" x2="${x(share)}" y2="${y(1)}"/>`,
    `<line class="grid" x1="${x(0)}" y1="${y(share)}" x2="${x(1)}" y2="${y(share)}"/>`,
    label(x(share), y(0) + 20, share.toFixed(1), 'middle', 'soft'),
    label(x(0) - 10, y(share) + 4, (share * plot.highest).toFixed(2), 'end', 'soft'),
  ]);
  const keys = plot.names.flatMap((name, s) => {
    const at = AREA.left + 210 * s;
    return [
      curve(
        [
          [at, 41],
          [at + 28, 41],
        ],
        s,
      ),
      label(at + 36, 45, name, 'start', 'ink'),
    ];
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img">
  <title>${escaped(plot.title)}</title>
  <style>${STYLE}
  </style>
  <rect class="paper" width="${WIDTH}" height="${HEIGHT}"/>
  ${[
    label(AREA.left, 22, plot.title, 'start', 'ink title'),
    ...keys,
    ...ticks,
    ...plot.content,
    label(AREA.left + AREA.width / 2, HEIGHT - 40, plot.across, 'middle', 'ink'),
    `<text class="ink" text-anchor="middle" transform="translate(18 ${AREA.top + AREA.height / 2}) rotate(-90)">${escaped(plot.up)}</text>`,
    label(AREA.left + AREA.width / 2, HEIGHT - 14, plot.note, 'middle', 'soft'),
  ].join('\n  ')}
</svg>
`;
}

function curve(places: readonly (readonly [number, number])[], series: number): string {
  return `<polyline class="curve ${seriesClass(series)}" points="${places.map((place) => place.join(',')).join(' ')}"/>`;
}

/** Round for the first series, square for the second. */
function dot(across: number, down: number, series: number): string {
  return `<rect class="dot ${seriesClass(series)}" x="${rounded(across - 4)}" y="${rounded(down - 4)}" width="8" height="8" rx="${series === 0 ? 4 : 0}"/>`;
}

function ideal([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number]): string {
  return `<line class="ideal" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`;
}

function seriesClass(series: number): string {
  return series === 0 ? 'first' : 'second';
}

function label(across: number, down: number, text: string, anchor: string, style: string): string {
  return `<text class="${style}" x="${rounded(across)}" y="${rounded(down)}" text-anchor="${anchor}">${escaped(text)}</text>`;
}

/** Where a share is drawn. */
function x(share: number): number {
  return rounded(AREA.left + share * AREA.width);
}

function y(value: number, highest = 1): number {
  return rounded(AREA.top + (1 - value / highest) * AREA.height);
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
