import { bootstrap } from '../../../src/cli/eval/metrics.ts';
import { compareRuns } from './compare.ts';
import type { ProductScore } from './product-score.ts';
import { formatEstimate } from './report.ts';

const figures: [name: string, of: (score: ProductScore) => number][] = [
  ['first', (score) => Number(score.first)],
  ['in five', (score) => Number(score.inFive)],
  ['within 1,000', (score) => Number(score.within1000)],
  ['within 2,000', (score) => Number(score.within2000)],
  ['MRR', (score) => score.reciprocalRank],
];

/**
 * Formats the figures of each product with 95 % bootstrap intervals. Then formats the comparison of `base` with each other
 * product, question by question, with the probability of a sign test. Pure.
 */
export function formatProducts(scores: ReadonlyMap<string, ProductScore[]>, base: string): string {
  const rows = [...scores].map(([name, own]) => [
    name,
    ...figures.map(([, of]) => formatEstimate(bootstrap(own.map(of)))),
    bootstrap(own.map(({ tokens }) => tokens)).value.toFixed(0),
  ]);
  const others = [...scores].filter(([name]) => name !== base);
  const pairs = others.map(([name, own]) => [
    name,
    ...figures.map(([, of]) => {
      const { won, lost, p } = compareRuns(scores.get(base)!, own, of);
      return `+${won.length} -${lost.length} p ${p.toFixed(3)}`;
    }),
  ]);
  const names = figures.map(([name]) => name);
  return [['', ...names, 'tokens'], ...rows, [`${base} won and lost against`], ...pairs]
    .map(formatRow)
    .join('\n');
}

function formatRow([name = '', ...cells]: string[]): string {
  return name.padEnd(30) + cells.map((cell) => cell.padStart(20)).join('');
}
