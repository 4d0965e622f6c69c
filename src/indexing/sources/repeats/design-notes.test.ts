import { expect, test } from 'vitest';
import { withoutRepeats } from './without-repeats.ts';

const pages = Array.from({ length: 20 }, (_, at) => `docs/saws/${at}.md`);
const read = (paths: readonly string[], folders: string[] = []): string[] => {
  const files = paths.map((path) => ({ path }));
  return withoutRepeats(files, { locales: [], folders }).files.map(({ path }) => path);
};

test('documents in which a project designs what it may build are left out beside documentation', () => {
  const notes = ['rfcs/1-oil.md', 'design/blades/teeth.md', 'wip/cut.md'];
  const others = [
    'README.md',
    'design.md',
    'packages/saw/design/cut.md',
    'docs/design/cut.md',
    'docs/decisions/tables.md',
    'specs/oil.md',
  ];

  expect(read([...pages, ...notes, ...others])).toEqual([...pages, ...others]);
  const inside = [
    'docs/design-proposals/oil.md',
    'docs-2/adr/1.md',
    'Documentation/Proposals/a.md',
    'decisions/0001-oil.md',
    'keps/1282-oil/README.md',
    'docs/decisions/adr-012-teeth.md',
    'docs/architecture/decisions/0003-cut.md',
    'docs/developer/decision-records/2026-01-02-saw/README.md',
    'docs/architecture-decisions/index.md',
    'specs/012-oil/plan.md',
    'openspec/oil/spec.md',
    'docs/superpowers/plans/oil.md',
    'doc/en/proposals/teeth.md',
    'community/hips/hip-0012.md',
    'doc/neps/nep-0012-oil.md',
    'teps/0012-oil.md',
    'docs/pages/community/lids/0012-oil.md',
    'docs/pages/community/design-documents/oil.md',
    'core/src/docs/rfcs/0012_oil.md',
    'contrib/design-docs/oil.md',
  ];
  expect(read([...pages, ...inside])).toEqual(pages);
  const alike = [
    'docs/pages/rfcs/oil.md',
    'docs/tips/0012-oil.md',
    'docs/steps/0012.md',
    'docs/zips/oil.md',
  ];
  expect(read([...pages, ...alike])).toEqual([...pages, ...alike]);
  expect(read([...pages, ...notes], ['rfcs', 'docs'])).toEqual([...pages, 'rfcs/1-oil.md']);
  expect(read([...pages.slice(1), ...notes])).toHaveLength(22);
  const { leftOut } = withoutRepeats(
    [...pages, ...notes].map((path) => ({ path })),
    { locales: [], folders: [] },
  );
  expect(leftOut).toEqual([
    {
      path: '.',
      documents: 3,
      reason:
        '3 documents are left out as designs of the project (design, rfcs, wip); name their folders in folders to index them',
    },
  ]);
});

test('designs that tools for agents write are left out beside any documentation', () => {
  const plans = [
    'openspec/oil/spec.md',
    'docs/superpowers/plans/oil.md',
    'thoughts/shared/research/teeth.md',
    'thoughts/anna/notes/cut.md',
  ];
  const others = ['README.md', 'thoughts/on-saws.md', 'docs/oil.md', 'specs/012-oil/plan.md'];
  expect(read([...plans, ...others])).toEqual(others);
  expect(read([...plans, ...others], ['openspec'])).toEqual([plans[0], ...others]);
});
