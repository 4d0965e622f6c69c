import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { flat } from '../../../../test/support/sections.ts';
import { selectFiles } from '../../sources/filter.ts';
import type { ParsedDocument } from '../document.ts';
import { parseDocument } from '../parse.ts';
import { textileToMarkdown } from './textile.ts';

async function parsed(content: string): Promise<ParsedDocument> {
  return parseDocument({ path: 'README.textile', format: 'markdown', content, hash: '' });
}

async function shown(content: string): Promise<string> {
  return flat(await parsed(content));
}

test('headings, emphasis, links and code within lines', async () => {
  const page = `h1. Saws

h2(#use). Use of _oil_

A *strong*, __thin__ and %{color:red}red% saw: @cut *n*@, see "its page(Title)":https://saws.test/a_b. It is "here":home, 2 * 3 and ==*raw*==.
!saw.png(A saw)! Snake_case_name stays, "quoted" too[1].

[home]https://saws.test/home

###. A comment

p(class). Second.

fn1. A note.
`;
  const { title, sections } = await parsed(page);
  expect(title).toBe('Saws');
  expect(sections.map(({ headings }) => headings.at(-1))).toContain('Use of oil');
  const text = await shown(page);
  expect(text).toContain('A **strong**, *thin* and red saw: `cut *n*`');
  expect(text).toContain('see [its page](https://saws.test/a_b).');
  expect(text).toContain('2 \\* 3 and \\*raw\\*.');
  expect(text).toContain('Snake_case_name stays, "quoted" too');
  expect(text).toMatch(/\nSecond\.\n+\[1\] A note\./);
  expect(text).not.toMatch(/saw\.png|comment|color/);
});

test('lists, definitions and quotes', async () => {
  const text = await shown(`h2. Lists

Text:
* One
** Part
* Two
goes on

# First
## Inner
# Second

- name := its meaning

bq. Quoted.
`);
  expect(text).toMatch(/- One\n+\s+- Part\n+- Two\n?\s+goes on/);
  expect(text).toMatch(/1\. First\n+\s+1\. Inner\n+2\. Second/);
  expect(text).toContain('- **name**: its meaning');
  expect(text).toContain('Quoted.');
});

test('code in blocks, in tags, of Liquid and indented', async () => {
  const text = await shown(`h2. Code

bc(ruby). saw.cut '*'
x

After.

bc.. one

two

p. Below.

<notextile>
<pre><code class="language-sh">$ <span class="userinput">cut</span> &lt;n&gt;

* x
</code></pre>
</notextile>

{% highlight yaml %}
a: 1
{% endhighlight %}

 $ indented -x

* Do <pre>
a <b>*b*</b>
</pre>
* Then {% raw %}@{{x}}@{% endraw %}

<pre>
{% include 'y' %}
</pre>

{% include 'x' %}
{% comment %}
hidden
{% endcomment %}
`);
  expect(text).toContain("«ruby|saw.cut '*'\nx»\n\nAfter.");
  expect(text).toContain('«|one\n\ntwo»\n\nBelow.');
  expect(text).toContain('«sh|$ cut <n>\n\n* x»');
  expect(text).toContain('«yaml|a: 1»');
  expect(text).toMatch(/«(?:sh)?\|\$ indented -x»/);
  expect(text).toMatch(/- Do\s+«\|a \*b\*»\s+- Then `\{\{x\}\}`/);
  expect(text).not.toMatch(/include|hidden|notextile/);
});

test('a table has its head, and bars in code', async () => {
  const text = await shown(`h2. Table

table(wide).
|_. Name |_. Use|
|\\2. Both|
|(x). @a|b@|cuts
wood|
`);
  expect(text).toContain('| Name | Use |\n| --- | --- |\n| Both |');
  expect(text).toMatch(/\| `a\\?\|b` \| cuts wood \|/);
});

test('Textile with tags of Liquid is a page too', () => {
  const paths = ['README.textile', 'doc/a.html.textile.liquid', 'b.liquid', 'test/c.textile'];
  const read = selectFiles(
    paths.map((path) => ({ path })),
    {},
  );
  expect(read.map(({ path }) => path)).toEqual(paths.slice(0, 2));
});

test('hostile pages take linear time', () => {
  const all = [
    '*a ',
    '"a":',
    '@',
    '==',
    '!a',
    '|',
    '<pre>\n',
    'bc.. a\n',
    '{% comment %}\n',
    '_a_ ',
    '(',
    'p((((',
    '# a\n',
    '|a\n',
    '"',
    '<code>',
    '{% highlight %}\n',
    '\n a\n',
  ];
  for (const part of all) {
    const seconds = startCpuClock();
    const lines = `a ${part.repeat(Math.ceil(500_000 / part.length))}`.split('\n');
    textileToMarkdown(lines.map((line) => line.slice(0, 20_000)));
    textileToMarkdown(lines.map((line) => `|${line.slice(0, 20_000)}`));
    expect(seconds(), part).toBeLessThan(4);
  }
}, 60_000);
