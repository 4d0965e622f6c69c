import { expect, test } from 'vitest';
import { flat } from '../../../../test/support/sections.ts';
import { parseDocument } from '../parse.ts';

test('a page in RDoc has its headings, its code and its lists', async () => {
  const content = `= Saws

A saw cuts +wood+ with {many teeth}[https://saw.example].

== Use it

Run:

  saw = Saw.new
  saw.cut(:oak) # cuts

Install it:

  $ gem install saw

* First
* <tt>saw.oil</tt>, once

:depth :: How deep.
`;
  const document = await parseDocument({
    path: 'doc/saw.rdoc',
    format: 'markdown',
    content,
    hash: '',
  });
  const text = flat(document);
  expect(document.title).toBe('Saws');
  expect(document.sections.map(({ headings }) => headings.at(-1))).toEqual(['Saws', 'Use it']);
  expect(text).toContain('cuts `wood` with [many teeth](https://saw.example).');
  expect(text).toContain('«ruby|saw = Saw.new\nsaw.cut(:oak) # cuts»');
  expect(text).toContain('«sh|$ gem install saw»');
  expect(text).toContain('- First\n- `saw.oil`, once');
  expect(text).toContain('How deep.');
});
