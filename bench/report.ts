/** What every bench leaves behind: a table on the screen and a JSON file in bench/results. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface BenchReport {
  readonly name: string;
  /** One sentence: what was measured, on what data. */
  readonly title: string;
  readonly rows: readonly Record<string, string | number>[];
}

/** Prints the rows as a table and writes the report to `bench/results/<name>.json`. */
export function report(bench: BenchReport): void {
  console.log(`\n${bench.title}\n`);
  const columns = [...new Set(bench.rows.flatMap((row) => Object.keys(row)))];
  const lines = [columns, ...bench.rows.map((row) => columns.map((column) => String(row[column] ?? '')))];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i].length)));
  lines.forEach((line, n) => {
    console.log(line.map((cell, i) => cell.padEnd(widths[i])).join('  '));
    if (n === 0) console.log(widths.map((width) => '─'.repeat(width)).join('  '));
  });
  const folder = path.resolve('bench/results');
  mkdirSync(folder, { recursive: true });
  const machine = { node: process.version, platform: process.platform, arch: process.arch };
  writeFileSync(
    path.join(folder, `${bench.name}.json`),
    `${JSON.stringify({ ...bench, machine }, null, 2)}\n`,
  );
}
