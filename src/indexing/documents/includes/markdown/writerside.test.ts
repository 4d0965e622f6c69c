import { describe, expect, test } from 'vitest';
import { shown } from '../shown.fixture.ts';

describe('Writerside', () => {
  const library = `<?xml version="1.0" encoding="UTF-8"?>
<topic title="Parts" id="lib" is-library="true">
    <snippet id="install">
        <p>
            Install <code>%tool%</code> %version%:
        </p>
        <tabs>
            <tab title="Shell">
                <code-block lang="sh">
                    saw install \\
                        --tool %tool%
                </code-block>
            </tab>
        </tabs>
    </snippet>
    <snippet id="other">Not shown.</snippet>
</topic>
`;

  test('shows a part of a library, with the values of variables above it and in it', async () => {
    const content = `[//]: # (title: Saws)

<show-structure for="chapter"/>

<var name="tool" value="blade"/>
<include from="lib.topic" element-id="install"/>

## Oil

<var name="tool" value="oil"/>
<include element-id="install" from="lib.topic">
  <var name="version" value="2"/>
</include>
`;
    const { code, text } = await shown('topics/saw.md', content, { 'topics/lib.topic': library });

    expect(code).toEqual([
      'sh: saw install \\\n    --tool blade',
      'sh: saw install \\\n    --tool oil',
    ]);
    expect(text).toContain('Install `oil` 2:');
    expect(text).not.toContain('Not shown.');
  });

  test.each([
    [
      '## Oil it {id="oil" collapsible="true"}\n\nUse oil.\n\n### Much\n\nOr more.\n\n## Cut\n\nNo.\n',
    ],
    ['No.\n\n<tip id="oil">\n\nUse oil.\n\n<tip>\nOr more.\n</tip>\n</tip>\n\nNo.\n'],
    ['No.\n\n<p id="oil">Use oil. Or more.</p>\n\nNo.\n'],
  ])('shows an element of a topic by its id: %j', async (oil) => {
    const content =
      '[//]: # (title: Saws)\n\n# Saws\n\n<include from="oil.md" element-id="oil"/>\n';
    const { text } = await shown('topics/saw.md', content, { 'topics/oil.md': oil });

    expect(text).toContain('Use oil.');
    expect(text).toContain('Or more.');
    expect(text).not.toContain('No.');
  });

  test('shows a part of a topic in another folder, and the variables of the project in it', async () => {
    const content = '[//]: # (title: Saws)\n\n<include from="lib.topic" element-id="install"/>\n';
    const list = '<vars><var name="tool" value="saw-2"/><var name="version" value="3"/></vars>\n';
    const { code, text } = await shown('docs/topics/saw.md', content, {
      'docs/parts/lib.topic': library,
      'docs/v.list': list,
    });

    expect(code).toEqual(['sh: saw install \\\n    --tool saw-2']);
    expect(text).toContain('Install `saw-2` 3:');
  });

  test('leaves out the include of a part that the topic lacks', async () => {
    const content =
      '[//]: # (title: Saws)\n\nCut.\n\n<include from="lib.topic" element-id="none"/>\n';
    const { text } = await shown('topics/saw.md', content, { 'topics/lib.topic': library });

    expect(text).toBe('Saws\n\nCut.');
  });

  test('shows the chosen lines of a file below an empty code block', async () => {
    const content =
      '# Limits\n\nSee:\n\n```kotlin\n```\n{src="snippets/app.kt" include-lines="1,3"}\n\nDone.\n';
    const { code } = await shown('topics/limits.md', content, {
      'codeSnippets/snippets/app.kt': 'fun one()\nfun two()\nfun three()\n',
    });

    expect(code).toEqual(['kotlin: fun one()\nfun three()']);
  });

  test('shows a file whose attributes stand below an empty line, on several lines', async () => {
    const content =
      '# Limits\n\n```kotlin\n```\n\n{src="snippets/app.kt" include-lines="1"}\n\n1. Oil:\n\n   ```kotlin\n   ```\n   {src="snippets/app.kt"\n   include-lines="3"}\n\n```\n```\n\n{saw}\n';
    const { code, text } = await shown('topics/limits.md', content, {
      'codeSnippets/snippets/app.kt': 'fun one()\nfun two()\nfun three()\n',
    });

    expect(code).toEqual(['kotlin: fun one()', 'kotlin: fun three()']);
    expect(text).not.toContain('include-lines');
    expect(text).toContain('{saw}');
  });

  test('shows the symbols and the lines of a file that an element names', async () => {
    const content =
      '# Saw\n\nUse it:\n\n<code-block lang="kotlin"\n  src="app/Saw.kt"\n  include-symbol="cut, teeth"/>\n\n<code-block lang="kotlin" src="app/Saw.kt" include-lines="1"></code-block>\n\n```kotlin\n```\n{src="app/Saw.kt" include-symbol="Saw"}\n\n<code-block lang="kotlin" src="app/Saw.kt" include-symbol="missing"/>\n\nDone.\n';
    const saw =
      'package saws\n\nclass Saw(\n  val depth: Int,\n)\n\n  fun Saw.cut() {\n    oil("{")\n  }\n  val teeth = count()\n    .filter { it > 1 }\n  val other = 1\n';
    const { code } = await shown('topics/saw.md', content, { 'snippets/app/Saw.kt': saw });

    expect(code).toEqual([
      'kotlin: fun Saw.cut() {\n  oil("{")\n}\nval teeth = count()\n  .filter { it > 1 }',
      'kotlin: package saws',
      'kotlin: class Saw(\n  val depth: Int,\n)',
    ]);
  });
});
