import { expect, test } from 'vitest';
import { flat } from '../../../../test/support/sections.ts';
import { parseDocument } from '../parse.ts';

test('a page of odoc has its headings, its code and its links', async () => {
  const content = `{0 Saws}

A {b saw} cuts [wood], see {!Saw.cut} and {{:https://saw.example} the site}.

{1:use Use it}

{[
let () = Saw.cut Oak
]}

{@sh[
opam install saw
]}

{ul {- First.} {- [Saw.oil], once.}}

{2 Blades}

Change them.
`;
  const document = await parseDocument({
    path: 'doc/index.mld',
    format: 'markdown',
    content,
    hash: '',
  });
  const text = flat(document);
  expect(document.title).toBe('Saws');
  expect(document.sections.map(({ headings }) => headings)).toEqual([
    ['Saws'],
    ['Saws', 'Use it'],
    ['Saws', 'Use it', 'Blades'],
  ]);
  expect(text).toContain(
    'A **saw** cuts `wood`, see `Saw.cut` and [the site](https://saw.example).',
  );
  expect(text).toContain('«ocaml|let () = Saw.cut Oak»');
  expect(text).toContain('«sh|opam install saw»');
  expect(text).toContain('- First.\n- `Saw.oil`, once.');
});
