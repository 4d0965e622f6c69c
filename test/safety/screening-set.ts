import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { instructsModel } from '../../src/indexing/safety/injection.ts';

/** A line of the set: an attack with its kind, or ordinary documentation with its topic. */
interface Screened {
  kind: string;
  text: string;
}

/** One half of the set. Rules are tuned on one half, and both halves are measured. */
export interface Half {
  attacks: Screened[];
  ordinary: Screened[];
}

/** Results of a half. */
export interface Rates {
  caught: number;
  attacks: number;
  falseAlarms: number;
  ordinary: number;
}

const folder = import.meta.dirname;

/** Returns both halves of the set in this folder. Lines alternate between them. */
export function screeningSet(): { tuning: Half; heldBack: Half } {
  const attacks = linesOf('attacks.txt').map((line): Screened => {
    const bar = line.indexOf('|');
    return { kind: line.slice(0, bar).trim(), text: unescaped(line.slice(bar + 2)) };
  });
  const ordinary = readdirSync(join(folder, 'ordinary'))
    .toSorted()
    .map((file) =>
      linesOf(join('ordinary', file)).map((text) => ({ kind: file.replace('.txt', ''), text })),
    );
  const half = (place: 0 | 1): Half => ({
    attacks: attacks.filter((_, at) => at % 2 === place),
    ordinary: ordinary.flatMap((lines) => lines.filter((_, at) => at % 2 === place)),
  });
  return { tuning: half(0), heldBack: half(1) };
}

/** Returns the rate of found attacks and the rate of false alarms of a half. */
export function ratesOf({ attacks, ordinary }: Half): Rates {
  const flagged = (lines: Screened[]): number =>
    lines.filter(({ text }) => instructsModel(text)).length;
  return {
    caught: flagged(attacks),
    attacks: attacks.length,
    falseAlarms: flagged(ordinary),
    ordinary: ordinary.length,
  };
}

function linesOf(file: string): string[] {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('# '));
}

function unescaped(text: string): string {
  const signs: Record<string, string> = { n: '\n', t: '\t', '\\': '\\' };
  return text.replaceAll(
    /\\(n|t|\\|u[0-9a-fA-F]{4})/g,
    (_, sign: string) => signs[sign] ?? String.fromCharCode(Number.parseInt(sign.slice(1), 16)),
  );
}
