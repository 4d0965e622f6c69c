import { describe, expect, test } from 'vitest';
import { longFenced } from './fences.ts';
import { takeFrontMatter } from './front-matter.ts';

function take(source: string): ReturnType<typeof takeFrontMatter> {
  return takeFrontMatter(source.split('\n'));
}

describe('takeFrontMatter', () => {
  test('may begin with a name that has a dot', () => {
    const lines = ['---', "navigation.title: 'Short'", 'title: Long', '---', 'Text'];

    expect(takeFrontMatter(lines)).toEqual({ matter: { title: 'Long' }, body: ['Text'] });
  });

  test('takes the name of what a page describes as its title, unless it is for programs', () => {
    expect(take('---\nname: Cut Boards\n---\ntext').matter.title).toBe('Cut Boards');
    expect(take('---\nname: Cut\ntitle: Saws\n---\ntext').matter.title).toBe('Saws');
    expect(take('---\nname: cut-boards\n---\ntext').matter.title).toBeUndefined();
  });

  test('describes a page by the introduction that it shows, and else by its description', () => {
    const description = (keys: string): string | undefined =>
      take(`---\n${keys}\n---\ntext`).matter.description;

    expect(description('description: Buy saws\nintro: Saws cut wood.')).toBe('Saws cut wood.');
    expect(description('description: Saws\nintro: false')).toBe('Saws');
  });

  test('reads title and description of YAML', () => {
    const { matter, body } = take('---\ntitle: "A: b"\ndescription: >\n  two\n  lines\n---\ntext');

    expect(matter).toEqual({ title: 'A: b', description: 'two lines' });
    expect(body).toEqual(['text']);
  });

  test('may end with three dots', () => {
    expect(take('---\ntitle: Saws\n...\nText\n---')).toEqual({
      matter: { title: 'Saws' },
      body: ['Text', '---'],
    });
  });

  test('may follow empty lines', () => {
    expect(take('\n\n---\ntitle: Saws\n---\nText')).toEqual({
      matter: { title: 'Saws' },
      body: ['Text'],
    });
    expect(take('\n---\nText: more text\n\nEnd.').matter).toEqual({});
  });

  test('may be an object of JSON, as VuePress allows', () => {
    const { matter, body } = take(
      "---\n{\n  'title': 'Saws',\n  'menus': [{ 'name': 'C' }],\n}\n---\nText",
    );

    expect(matter).toEqual({ title: 'Saws' });
    expect(body).toEqual(['Text']);
    expect(take('---\n{\nText\n---').body).toHaveLength(4);
  });

  test('is JSON in a comment on pages of Go', () => {
    const comment = '<!--{\n\t"Title": "Saws",\n\t"Path": "/saws"\n}-->';
    expect(take(`${comment}\n<p>Text`)).toEqual({ matter: { title: 'Saws' }, body: ['<p>Text'] });
    expect(take('<!--{ draft }-->\nText').body).toEqual(['<!--{ draft }-->', 'Text']);
  });

  test('is JSON in a script on pages of jQuery', () => {
    const script = '<script>{\n\t"title": "Saws",\n\t"level": "beginner"\n}</script>';
    expect(take(`${script}\n\nText`)).toEqual({ matter: { title: 'Saws' }, body: ['', 'Text'] });
    expect(take('<script>\ncut();\n</script>').body).toHaveLength(3);
  });

  test('is YAML with a title in a comment on pages of the Serverless Framework', () => {
    const comment = "<!--\ntitle: Saws - Blades\nkeywords: ['saw',\n  'blade']\n-->";
    expect(take(`${comment}\n# Options`)).toEqual({
      matter: { title: 'Saws - Blades' },
      body: ['# Options'],
    });
    for (const other of [
      '<!--\nlicense: MIT\n-->',
      '<!-- A title: saws -->',
      '<!--\ntitle: Saws',
    ]) {
      expect(take(`${other}\nText`).matter).toEqual({});
      expect(take(`${other}\nText`).body[0]).toBe(other.split('\n')[0]);
    }
  });

  test('is a comment with lines like those of reStructuredText on pages of Nikola', () => {
    const comment =
      '<!--\n.. title: Sharpen: a saw\n.. slug: sharpen\n.. tags:\n.. type: text\n-->';
    expect(take(`${comment}\n## Files`)).toEqual({
      matter: { title: 'Sharpen: a saw' },
      body: ['## Files'],
    });
  });

  test('decodes the character references of a title', () => {
    const { matter } = takeFrontMatter(['---', 'title: SET &#123;saw&#125;', '---']);
    expect(matter.title).toBe('SET {saw}');
  });

  test('gives a page of Jekyll its own values, but not a page of another generator', () => {
    const body = '# {{page.title}} {{ page.part }}\n{% raw %}\n{{ page.title }}\n{% endraw %}';
    expect(take(`---\ntitle: Saws\nlayout: default\n---\n${body}`).body.slice(0, 3)).toEqual([
      '# Saws {{ page.part }}',
      '{% raw %}',
      '{{ page.title }}',
    ]);
    expect(take(`---\ntitle: Saws\n---\n${body}`).body[0]).toBe('# {{page.title}} {{ page.part }}');
  });

  test('replaces the values that a page of VitePress shows', () => {
    const page = '---\ntitle: Saws\n---\n# {{ $frontmatter.title }} {{$frontmatter.part}}';

    expect(take(page).body).toEqual(['# Saws {{$frontmatter.part}}']);
  });

  test('replaces the values that a page of Markdoc shows; the main heading stands for a missing title', () => {
    const body = '# Cut\n{% $frontmatter.seo.title %}, {% $frontmatter.oil %}';
    const page = (matter: string): string => `---\n${matter}---\n${body}`;

    expect(take(page('seo:\n  title: Saws\noil: red\n')).body[1]).toBe('Saws, red');
    expect(take(page('seo:\n  kept: 1\n')).body[1]).toBe('Cut, {% $frontmatter.oil %}');
  });

  test('replaces the values that a page of MDX shows, outside of code', () => {
    const page =
      '---\ntitle: Saws\n---\n# {frontmatter.title} {frontMatter.title} `{frontmatter.title}`\n```mdx\n{frontmatter.title}\n```';

    expect(take(page).body).toEqual([
      '# Saws Saws `{frontmatter.title}`',
      '```mdx',
      '{frontmatter.title}',
      '```',
    ]);
  });

  test('shows the texts that a page assigns to names, except in code, raw text and conditions', () => {
    const page =
      "{% assign old = '<b>Old</b>' %}{%- set oil = \"red\" -%}\n{% if x %}{% assign a = '1' %}{% else %}{% assign a = '2' %}{% endif %}\n{% assign b = 'c,d' | split: ',' %}\n{{old}} {{ oil }} {{ a }} {{ b }}\n```liquid\n{% assign oil = 'blue' %}{{ oil }}\n```\n{% raw %}\n{{ oil }}\n{% endraw %}\n{% assign oil = 'green' %}{{ oil }}";
    const body = take(page).body;
    expect(body[3]).toBe('<b>Old</b> red {{ a }} {{ b }}');
    expect(body[5]).toBe("{% assign oil = 'blue' %}{{ oil }}");
    expect(body[8]).toBe('{{ oil }}');
    expect(body.at(-1)).toBe("{% assign oil = 'green' %}green");
  });

  test('replaces the constants in the script of a page of VitePress', () => {
    const page =
      "<script setup>\nconst name = 'saw'\nconst count = 1 + 1\n</script>\n{{ name }} `{{ name }}` {{count}}\n```ts-vue [a.ts]\ncut('{{name}}')\n```\n```vue\n{{ name }}\n```";

    expect(take(page).body.slice(4)).toEqual([
      'saw `saw` {{count}}',
      '```ts-vue [a.ts]',
      "cut('saw')",
      '```',
      '```vue',
      '{{ name }}',
      '```',
    ]);
  });

  test('decodes the references to characters in a title', () => {
    expect(take('+++\ntitle = "Saws &amp; &quot;Axes&quot;"\n+++\n').matter).toEqual({
      title: 'Saws & "Axes"',
    });
  });

  test('reads TOML', () => {
    const { matter, body } = take('+++\ntitle = "T"\ndraft = false\n+++\ntext');

    expect(matter).toEqual({ title: 'T' });
    expect(body).toEqual(['text']);
  });

  test('reads keys in upper case as Hugo does', () => {
    expect(take('---\nTitle: Saw\nDescription: Cuts\n---\n').matter).toEqual({
      title: 'Saw',
      description: 'Cuts',
    });
    expect(take('---\nTitle: A: b\nbad: [\n---\n').matter).toEqual({ title: 'A: b' });
  });

  test('reads plain lines of YAML that is broken', () => {
    const { matter } = take('---\ntitle: It: is\nbad: [\n---\n');

    expect(matter).toEqual({ title: 'It: is' });
  });

  test('may begin without a fence, as in MultiMarkdown', () => {
    expect(take('title: Saw | Use: fast\nauthor: Ada\n    and Bo\n\ntext')).toEqual({
      matter: { title: 'Saw | Use: fast' },
      body: ['text'],
    });
    expect(take('Title: "Saw"\nweight: 1\n---\ntext')).toEqual({
      matter: { title: 'Saw' },
      body: ['text'],
    });
  });

  test.each(['title: a text\nof two lines\n\ntext', 'title:\n\ntext', 'name: Saw\n\ntext'])(
    'takes %j for text',
    (source) => {
      expect(take(source)).toEqual({ matter: {}, body: source.split('\n') });
    },
  );

  test.each([
    ['% Saws and\n  blades\n% Ada\n% May 2026\n\n# Use', 'Saws and'],
    ['% Saws\n\n## Use', 'Saws'],
    ['% saw-cut 1\n\n## NAME\n\nsaw-cut - cuts', 'saw-cut(1)'],
    ['% SAW(5) Manual of saws | 2.0\n% Ada\n\n# NAME\n', 'SAW(5)'],
    ['% "SAW" "1" "May"\n\n# NAME\n', 'SAW(1)'],
    ['# saw-cut "1" "May 2026" "saw"\n\n## NAME\n', 'saw-cut(1)'],
    ['# Cut "2" logs\n\nText.\n', undefined],
    ['% Chapter 1\n\n## Use', 'Chapter 1'],
    ['% A comment of MyST.\n\n# Saw\n\n## Name', undefined],
  ])('reads the title block of Pandoc %j', (text, title) => {
    const { matter, body } = take(text);
    expect(matter.title).toBe(title);
    expect(body.join('\n')).not.toContain('%');
  });

  test('takes a percent sign without a blank line below for text', () => {
    for (const text of ['% sbt\n> run', '%'.repeat(30), '% a\n'.repeat(30)]) {
      expect(take(text)).toEqual({ matter: {}, body: text.split('\n') });
    }
  });

  test('takes a rule at the top for no front matter', () => {
    const lines = ['---', 'Some text.', '---'];

    expect(takeFrontMatter(lines)).toEqual({ matter: {}, body: lines });
  });

  test.each([
    ['a heading and text', '## Load\n\nCall load().\n'],
    ['a slide', '\n# Slide one\n\n- first: a\n- second\n'],
    ['a slide with text that is no YAML', '\n# Slide one\n\nSee a: b, or [c.\n'],
    ['a heading alone', '# Slide one'],
    ['an address', 'https://example.org/'],
  ])('takes %s between two rules for no front matter', (_, between) => {
    const lines = ['---', ...between.split('\n'), '---', 'More.'];

    expect(takeFrontMatter(lines)).toEqual({ matter: {}, body: lines });
  });

  test('may be empty, or have comments', () => {
    expect(take('---\n\n---\nText')).toEqual({ matter: {}, body: ['Text'] });
    expect(take('---\n# title: x\n---\nText')).toEqual({ matter: {}, body: ['Text'] });
    expect(take('---\n# The head\n\ntitle: It: is\n---\nText')).toEqual({
      matter: { title: 'It: is' },
      body: ['Text'],
    });
  });

  test('shows parameters and examples below the text that the template of a site takes from it', () => {
    const matter = [
      'brief: Cuts',
      'parameters:',
      '  - name: wood',
      '    type: string',
      '    required: true',
      '    default: oak',
      '    description: |',
      '      The wood:',
      '      - any',
      '  - tag: S',
      '    description: Speed.',
      '    values: [{type: int}, {tag: 0, description: off}]',
      '  - name: undescribed',
      'options: [a, b]',
      'examples: [{pre: Cut oak, code: saw oak}]',
    ];

    expect(take(['---', ...matter, '---', 'Text'].join('\n'))).toEqual({
      matter: { description: 'Cuts' },
      body: [
        'Text',
        '',
        '## Parameters',
        '',
        '- `wood` (string, required, default `oak`): The wood:',
        '  - any',
        '- `S` (int): Speed.',
        '  - `0`: off',
        '',
        '## Examples',
        '',
        'Cut oak',
        '',
        ...longFenced(['saw oak'], ''),
        '',
      ],
    });
  });

  test('leaves front matter that never ends to the text', () => {
    const lines = ['---', 'title: x', ...Array.from({ length: 1000 }, () => 'a: b')];

    expect(takeFrontMatter(lines).body).toBe(lines);
  });

  test('says nothing for aliases that multiply', () => {
    const bomb = [
      'a: &a [x,x]',
      'b: &b [*a,*a,*a,*a,*a]',
      'c: &c [*b,*b,*b,*b,*b]',
      'd: [*c,*c,*c]',
    ];

    expect(take(['---', ...bomb, '---', 'text'].join('\n')).body).toEqual(['text']);
  });
});
