import { expect, test } from 'vitest';
import { shown } from './shown.fixture.ts';

const library = `<topic id="lib" title="Library">
    <snippet id="other">
        <p>Other.</p>
    </snippet>
    <snippet id="add_saw">
        <snippet id="inner">
            <p>Add <code>%tool%</code>.</p>
        </snippet>
        <tabs>
            <tab title="Shell">
                <code-block lang="sh">
                    get %tool%

                    cut
                </code-block>
            </tab>
        </tabs>
    </snippet>
</topic>
`;

test('an element of another page is shown with the variables of the page', async () => {
  const page =
    '[//]: # (title: Saw)\n\n<var name="tool" value="saw-2"/>\n\n<include from="lib.topic" element-id="add_saw"/>\n\nDone.\n';
  const files = { 'docs/parts/lib.topic': library, 'docs/v.list': '<vars></vars>\n' };
  const { code, text } = await shown('docs/topics/saw.md', page, files);
  expect(code).toEqual(['sh: get saw-2\n\ncut']);
  expect(text).toMatch(/Add `saw-2`\.[\s\S]*Done\./);
  expect(text).not.toContain('Other');
});

test('an include of an element that the page lacks is left out', async () => {
  const page = '# Saw\n\nCut.\n\n<include from="lib.topic" element-id="none"/>\n';
  const { text } = await shown('docs/saw.md', page, { 'docs/lib.topic': library });
  expect(text).toContain('Cut.');
  expect(text).not.toMatch(/Other|Add/);
});
