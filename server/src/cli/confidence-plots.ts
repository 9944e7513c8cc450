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
    .paper { fill: #ffffff } .ink { fill: #1f2328 } .soft { fill: #59636e }
    .grid { stroke: #d1d9e0 } .ideal { stroke: #59636e; stroke-dasharray: 5 4 }
    .first { stroke: #0969da; fill: #0969da } .second { stroke: #bc4c00; fill: #bc4c00 }
    .bar { fill: #0969da; fill-opacity: 0.16 }
    text { font: 13px system-ui, sans-serif } .title { font-size: 15px; font-weight: 600 }
    .line { fill: none; stroke-width: 2 } .dashed { stroke-dasharray: 7 4 }
    @media (prefers-color-scheme: dark) {
      .paper { fill: #0d1117 } .ink { fill: #e6edf3 } .soft { fill: #9198a1 }
      .grid { stroke: #30363d } .ideal { stroke: #9198a1 }
      .first { stroke: #58a6ff; fill: #58a6ff } .second { stroke: #f0883e; fill: #f0883e }
      .bar { fill: #58a6ff; fill-opacity: 0.2 }
    }`;

/** Share of right words over confidence, for bins of the first series drawn as bars of their share of all words. */
export function reliabilityDiagram(series: readonly PlotSeries<ReliabilityBin>[]): string {
  const most = Math.max(1, ...(series[0]?.points.map(({ words }) => words) ?? []));
  const bars = (series[0]?.points ?? []).map(({ low, high, words }) => {
    const height = (0.3 * words) / most;
    return `<rect class="bar" x="${x(low)}" y="${y(height)}" width="${number(x(high) - x(low) - 1)}" height="${number(y(0) - y(height))}"/>`;
  });
  const curves = series.map(({ points }, s) => {
    const seen = points.filter(({ words }) => words > 0);
    return curve(
      seen.map(({ confidence, right }) => [confidence, right]),
      s,
      true,
    );
  });
  return picture({
    title: 'Reliability: does confidence mean what it says?',
    across: 'confidence',
    up: 'share of right words',
    content: [
      ...bars,
      `<line class="ideal" x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}"/>`,
      ...curves,
    ],
    names: series.map(({ name }) => name),
    note: 'dashed: perfect · bars: how many words have this confidence',
  });
}

/** Share of wrong words among those kept, over the share kept. */
export function riskCoveragePlot(series: readonly PlotSeries<RiskPoint>[]): string {
  const all = series[0]?.points.at(-1)?.risk ?? 0;
  return picture({
    title: 'Risk and coverage: wrong words among the most confident',
    across: 'share of words kept, most confident first',
    up: 'share of wrong words',
    content: [
      `<line class="ideal" x1="${x(0)}" y1="${y(all)}" x2="${x(1)}" y2="${y(all)}"/>`,
      ...series.map(({ points }, s) =>
        curve(
          points.map(({ coverage, risk }) => [coverage, risk]),
          s,
          false,
        ),
      ),
    ],
    names: series.map(({ name }) => name),
    note: `dashed: without any confidence (${Math.round(100 * all)} % wrong)`,
  });
}

function picture(plot: {
  title: string;
  across: string;
  up: string;
  content: readonly string[];
  names: readonly string[];
  note: string;
}): string {
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1].flatMap((value) => [
    `<line class="grid" x1="${x(value)}" y1="${y(0)}" x2="${x(value)}" y2="${y(1)}"/>`,
    `<line class="grid" x1="${x(0)}" y1="${y(value)}" x2="${x(1)}" y2="${y(value)}"/>`,
    label(x(value), y(0) + 20, value.toFixed(1), 'middle', 'soft'),
    label(x(0) - 10, y(value) + 4, value.toFixed(1), 'end', 'soft'),
  ]);
  const keys = plot.names.flatMap((name, s) => {
    const at = AREA.left + 210 * s;
    return [
      `<line class="line ${seriesClass(s)}" x1="${at}" y1="41" x2="${at + 28}" y2="41"/>`,
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

function curve(points: readonly (readonly [number, number])[], series: number, dotted: boolean): string {
  const places = points.map(([across, up]) => `${x(across)},${y(up)}`);
  const line = `<polyline class="line ${seriesClass(series)}" points="${places.join(' ')}"/>`;
  if (!dotted) return line;
  const dots = points.map(([across, up]) =>
    series === 0
      ? `<circle class="first" cx="${x(across)}" cy="${y(up)}" r="4"/>`
      : `<rect class="second" x="${number(x(across) - 4)}" y="${number(y(up) - 4)}" width="8" height="8"/>`,
  );
  return [line, ...dots].join('\n  ');
}

function seriesClass(series: number): string {
  return series === 0 ? 'first' : 'second dashed';
}

function label(across: number, down: number, text: string, anchor: string, style: string): string {
  return `<text class="${style}" x="${number(across)}" y="${number(down)}" text-anchor="${anchor}">${escaped(text)}</text>`;
}

/** Places of values from 0 to 1. */
function x(value: number): number {
  return number(AREA.left + value * AREA.width);
}

function y(value: number): number {
  return number(AREA.top + (1 - value) * AREA.height);
}

function number(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
