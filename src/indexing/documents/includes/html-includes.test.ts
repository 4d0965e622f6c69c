import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { withIncludes } from './expand-includes.ts';
import { shown } from './shown.fixture.ts';

const files = {
  '_includes/title.html':
    '<h3 id="{{ include.name | slugify }}">{{ include.name }}</h3>\n{% if include.tag %}<p>Since {{ include.tag }}.</p>{% else %}<p>Always.</p>{% endif %}\n',
  '_includes/parts/sample.html':
    '<p>Example</p>{% unless include.quiet %}{{ include.content }}{% endunless %}\n<p>HTML</p>{% highlight html -%}\n{{- include.content -}}\n{%- endhighlight %}',
  '_includes/outer.html': '<p>Outer.</p>{% include inner.html %}{% include outer.html %}',
  '_includes/inner.html': '<p>{% if site.oil %}Inner.{% endif %}</p>',
};

test('a page of Jekyll in HTML shows the parts that it includes, with their parameters', async () => {
  const page =
    '---\ntitle: Saws\n---\n{% capture cut %}\n<b>cut</b>\n{% endcapture %}\n<p>First.</p>\n{% include title.html name="How to cut" tag=\'2.0\' %}\n{% include parts/sample.html content=cut\n  more=true %}\n{%- include title.html name="How to oil" -%}\n{% include outer.html %}{% include missing.html %}\n';
  const { code, text } = await shown('docs/saws.html', page, files);

  expect(code).toEqual(['html: <b>cut</b>']);
  expect(text).toContain('How to cut');
  expect(text).toContain('Since 2.0.');
  expect(text).toMatch(/How to oil[\s\S]*Always\.[\s\S]*Outer\.[\s\S]*Inner\./);
  expect(text).not.toMatch(/Example|HTML|\{|Outer\.[\s\S]*Outer\./);
});

test('HTML without front matter is no template', async () => {
  const content = '<p>Write {% include title.html name="a" %}.</p>';
  const { text } = await shown('docs/saws.html', content, files);
  expect(text).toContain('{% include title.html name="a" %}');
});

test('parts with many choices and parameters are read in seconds', () => {
  const part = '{% if include.a %}{{ include.a }}{% highlight a %}'.repeat(3_000);
  const include = `{% include a.html ${'a="b" '.repeat(300)}%}`;
  const elapsed = startCpuClock();
  withIncludes({
    path: 'a.html',
    format: 'html',
    hash: '',
    content: `---\n---\n${include.repeat(600)}${'{% include a.html a='.repeat(10_000)}`,
    included: { 'a.html': '', '_includes/a.html': part },
  });
  expect(elapsed()).toBeLessThan(10);
});
