import { bootstrap, type Estimate } from '../../../src/cli/eval/metrics.ts';
import { compareRuns, isSignificantLoss } from './compare.ts';
import { kindNames } from './questions.ts';
import type { Score } from './score.ts';

/** The metrics of a run. */
const figures: [name: string, of: (score: Score) => number][] = [
  ['within 1,000', (score) => Number(score.within1000)],
  ['within 2,000', (score) => Number(score.within2000)],
  ['MRR', (score) => score.reciprocalRank],
];

/** Formats the metrics of a run over all questions, by kind and by corpus, with 95 % bootstrap intervals. Pure. */
export function formatScores(scores: Score[]): string {
  const rows = [
    ['', 'questions', ...figures.map(([name]) => name), 'tokens'],
    ...groupsOf(scores).map(([name, group]) => formatRow(name, group)),
  ];
  return rows.map(formatLine).join('\n');
}

/** Formats the comparison of a run with a saved one, by metric and group. Pure. */
export function formatComparison(now: Score[], before: Score[]): string {
  const changed = groupsOf(now).map(([name, group]) => [
    name,
    ...figures.map(([, of]) => {
      const { won, lost } = compareRuns(group, before, of);
      return `+${won.length} -${lost.length}`;
    }),
  ]);
  const details = figures.flatMap(([name, of]) => {
    const { won, lost, tied, p } = compareRuns(now, before, of);
    const head = `${name}: ${won.length} won, ${lost.length} lost, ${tied} alike, p ${p.toFixed(3)}`;
    return [head, ...listed('won', won), ...listed('lost', lost)];
  });
  const rows = [['won and lost', ...figures.map(([name]) => name)], ...changed];
  return [...rows.map(formatLine), ...details].join('\n');
}

/** Returns the names of the metrics in which a run is significantly worse than a saved one. Pure. */
export function significantLosses(now: Score[], before: Score[]): string[] {
  return figures
    .filter(([, of]) => isSignificantLoss(compareRuns(now, before, of)))
    .map(([name]) => name);
}

function listed(verb: string, ids: string[]): string[] {
  return ids.length === 0 ? [] : [`  ${verb}: ${ids.join(' ')}`];
}

/** Returns all scores, those of each kind and those of each corpus, without empty groups. */
function groupsOf(scores: Score[]): [name: string, scores: Score[]][] {
  const corpora = [...new Set(scores.map(({ corpus }) => corpus))];
  const groups: [string, Score[]][] = [
    ['all', scores],
    ...kindNames.map((name, at): [string, Score[]] => [
      name,
      scores.filter(({ kind }) => kind === at + 1),
    ]),
    ...corpora.map((name): [string, Score[]] => [
      name,
      scores.filter(({ corpus }) => corpus === name),
    ]),
  ];
  return groups.filter(([, group]) => group.length > 0);
}

function formatRow(name: string, scores: Score[]): string[] {
  const tokens = scores.reduce((sum, score) => sum + score.tokens, 0) / scores.length;
  return [
    name,
    String(scores.length),
    ...figures.map(([, of]) => formatEstimate(bootstrap(scores.map(of)))),
    tokens.toFixed(0),
  ];
}

/** Formats an estimate with its interval. Pure. */
export function formatEstimate({ value, low, high }: Estimate): string {
  return `${value.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
}

function formatLine([name = '', ...cells]: string[]): string {
  return name.padEnd(20) + cells.map((cell) => cell.padStart(19)).join('');
}
