import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAsciidoc } from './asciidoc.ts';
import { readAsciidocLines } from './asciidoc-lines.ts';
import { flat as shown } from '../../../../test/support/sections.ts';
import type { ParsedDocument } from '../document.ts';
import { expectReadable, markup } from '../text-invariants.fixture.ts';

async function parse(content: string): Promise<ParsedDocument> {
  return parseAsciidoc({ path: 'docs/page.adoc', format: 'asciidoc', content, hash: '' });
}

/** All text of a document, code in «». */
async function flat(content: string): Promise<string> {
  return shown(await parse(content));
}

describe('a document', () => {
  test('has no text if it is a key of PGP, whose files have the same extension', async () => {
    const key =
      '-----BEGIN PGP PUBLIC KEY BLOCK-----\nVersion: 2\n\nmQINBFMx\n-----END PGP PUBLIC KEY BLOCK-----\n';
    expect((await parse(key)).sections).toEqual([]);
    expect((await parse(`pub 2048D/1E42\n\n${key}\n`)).sections).toEqual([]);
    expect((await parse(`Sign:\n\n----\n${key}----\n`)).sections).not.toEqual([]);
  });

  test('has no text if it is a table of numbers, whose files have the same extension', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => `  ${at}  0 1.  1 37.0 10.000`).join('\n');
    const content = `Ages of saws in years.\n\n${rows}\n`;
    const table = { path: 'data/ages.asc', format: 'asciidoc' as const, content, hash: '' };
    expect((await parseAsciidoc(table)).sections).toEqual([]);
    const { sections } = await parseAsciidoc({ ...table, path: 'docs/ages.adoc' });
    expect(sections).not.toEqual([]);
  });

  test('has no letter of an appendix, which only the book knows, if it is a chapter', async () => {
    const appendix = '[appendix]\n== Oils\n\nUse them.\n';
    expect((await parse(appendix)).title).toBe('Oils');
    const { sections } = await parse(`= Saws\n\n${appendix}`);
    expect(sections.at(-1)!.headings).toEqual(['Saws', 'Appendix A: Oils']);
  });

  test('has a heading although the line below it is two characters longer or shorter', async () => {
    const { sections } = await parse(
      'Sharp saws\n------------\n\nOil *them*.\n\nDull saws\n-------\n\nSharpen them.\n',
    );
    expect(sections.map(({ headings }) => headings.at(-1))).toEqual(['Sharp saws', 'Dull saws']);
    const listing = await flat(
      'Run it:\n\n------\ncut\n\n--all\n------\n\nRun it\n----\n\ncut\n----\n',
    );
    expect(listing).toContain('«|cut\n\n--all»');
    expect(listing).toContain('«|cut»');
    const sample = '--------\nSharp\n\nSharper\n---------\n\nSharpest\n--------\n';
    expect(await flat(sample)).toContain('Sharper\n---------\n\nSharpest»');
  });

  test('is cut at its headings, with their ids as anchors', async () => {
    const { title, sections } = await parse(
      '= Guide\nAuthor Name\n:toc:\n:sectnums:\n\nIntro.\n\n== First Steps\n\nA.\n\n[#own]\n=== Details\n\nB.\n',
    );
    expect(title).toBe('Guide');
    expect(sections.map(({ headings, anchor }) => [headings.join(' > '), anchor])).toEqual([
      ['Guide', undefined],
      ['Guide > First Steps', '_first_steps'],
      ['Guide > First Steps > Details', 'own'],
    ]);
  });

  test.each([
    [
      '= Start\nStart the server\nwith `run` first, and wait.\n',
      'Start the server with `run` first, and wait.',
    ],
    ['[id="a_{b}"]\n:c: d\n= Start\n`run` starts it.\n', '`run` starts it.'],
    ['= Start\nAda Lovelace <ada@a.org>; Bo Li\nv1.0, 2020-01-01\n\nText.\n', 'Text.'],
    ['= Start\nAda Lovelace\n:toc:\n\nText.\n', 'Text.'],
    ['= Start\nAda & all her saws\n2020-01-01\n:jbake-type: page\n\nText.\n', 'Text.'],
  ])('shows the text right below its title, but no authors: %j', async (source, expected) => {
    const text = await flat(source);
    expect(text.replaceAll('\n', ' ')).toBe(expected);
  });

  test.each([
    [
      '.app.rb\n[source,ruby]\n----\nputs 1 # <1>\n----\n<1> Prints.\n',
      '«ruby|app.rb|puts 1 # (1)»\n\n1. Prints.',
    ],
    ['....\nliteral\n....\n', '«|literal»'],
    ['* a\n** b\n* c\n', '- a\n  - b\n- c'],
    ['NOTE: Mind the gap.\n', '**Note:** Mind the gap.'],
    ['|===\n|A |B\n\n|1 |2\n|===\n', '| A | B |\n| --- | --- |\n| 1 | 2 |'],
    ['Term:: What it is.\n', '- **Term**: What it is.'],
    [
      'Some `code`, *bold* and https://x.org[a link].\n',
      'Some `code`, **bold** and [a link](https://x.org).',
    ],
    [
      '[tabs]\n======\nJava::\n+\n[source,java]\n----\na();\n----\n\nXML::\n+\n[source,xml]\n----\n<a/>\n----\n======\n',
      '«java|Java|a();»\n\n«xml|XML|<a/>»',
    ],
    [
      'See <<oil-the-blade>>, xref:proc-change-blade-{context}[], <<own>>, <<_own_part>>, `+<<cut>>+` and <<cut,the cut>>.\n\n[[own]]\n.Own part\n====\nCut.\n====\n',
      'See oil the blade, proc change blade, Own part, [_own_part], `<<cut>>` and the cut.\n\n**Example 1. Own part**\n\nCut.',
    ],
    ['See <<how-to-oil>>.\n\n== How to Oil\n\nOil.\n', 'See How to Oil.\n\nOil.'],
    [
      'A glossterm:hand saw[] or glossterm:saw[saws] has config_ref:saw.teeth,true,saws/blade[].\n',
      'A hand saw or saws has `saw.teeth`.',
    ],
    [
      'Set reg:width[]/reg:depth[], op:cut[board,saw], label:new[Since 5.0] and page:saws/oil[Oils], with `key:value[]`, x:y, saw:b[0-9]oil, cutfootnote:a[Twice.], issue:12[repo=saws] and https://a.dev[a].\n',
      'Set width/depth, cut board,saw, new Since 5.0 and Oils, with `key:value[]`, x:y, saw:b[0-9]oil, cut[1], 12 and [a](https://a.dev).\n\n1. Twice.',
    ],
    [
      'A javadoc:org.x.web.Filter[] or javadoc:org.x.Secured[format=annotation], javadoc:a.B#run-int-[`B#run`].\n',
      'A `Filter` or `@Secured`, `B#run`.',
    ],
    [
      'Use javadoc:{url-a-javadoc}/org.x.Client$Builder[], javadoc:org.x.App#run(java.lang.Class,java.lang.String...)[], javadoc:org.x.Out#err[] or javadoc:org.x.Full[format=full].\n',
      'Use `Client.Builder`, `App.run(Class, String...)`, `Out.err` or `org.x.Full`.',
    ],
    [
      'Call api:http.Request.post(java.lang.String,T)[] or api:http.Chain.next()[].\n',
      'Call `Request.post(String, T)` or `Chain.next()`.',
    ],
    [
      ':part: {docs-url}#part\n\nRead link:{docs-url}web.html#mvc[Spring MVC], ann:context.annotation.Bean[], api:a.B[b], {own}x.html[own], {part}[a part] and https://a.org/{own}{v}/a.html[`A`].\n\n:own: https://o.org/\n',
      'Read Spring MVC, `@Bean`, b, {own}x.html[own], a part and `A`.',
    ],
    ['Read xref:a.adoc#saw-{own}[the saw].\n', 'Read the saw.'],
    [
      'It runs:\n\ninclude-code::./Runs[tag=a,indent=0]\n\n----\ninclude-code::./Runs[]\n{a-url}b[c]\n----\n',
      'It runs:\n\n«|include-code::./Runs[]\n{a-url}b[c]»',
    ],
    [
      'Add it:\n\ndependency:micronaut-cache[groupId="io.micronaut.cache",scope="runtimeOnly"]\n\nThen run.\n',
      'Add it:\n\n«groovy|Gradle|runtimeOnly("io.micronaut.cache:micronaut-cache")»\n\n«xml|Maven|<dependency>\n    <groupId>io.micronaut.cache</groupId>\n    <artifactId>micronaut-cache</artifactId>\n    <scope>runtime</scope>\n</dependency>»\n\nThen run.',
    ],
    [
      'Add it:\ndependency::org.x:tool:1.2[scope="annotationProcessor"]\n',
      'Add it:\n\n«groovy|Gradle|annotationProcessor("org.x:tool:1.2")»\n\n«xml|Maven|<annotationProcessorPaths>\n    <path>\n        <groupId>org.x</groupId>\n        <artifactId>tool</artifactId>\n        <version>1.2</version>\n    </path>\n</annotationProcessorPaths>»',
    ],
    [
      'SYNOPSIS\n--------\n[synopsis]\ngit stash list [<options>]\ngit stash drop\n',
      '«|git stash list [<options>]\ngit stash drop»',
    ],
    ['.Cache\n[configuration]\n----\na:\n  b: 1\n----\n', '«yaml|Cache|a:\n  b: 1»'],
    [
      'Set configprop:server.port[] or configprop:my.main-port[format=envvar].\n\n[configprops%novalidate,yaml]\n----\nserver:\n  port: 1\n----\n',
      'Set `server.port` or `MY_MAINPORT`.\n\n«yaml|server:\n  port: 1»',
    ],
    [
      'See linkgit:git-config[1], or the linkgit:gitweb.conf[5] file.\n\n----\nlinkgit:a[1]\n----\n',
      'See git-config(1), or the gitweb.conf(5) file.\n\n«|linkgit:a[1]»',
    ],
    [
      'See xref:./mfa.adoc#a.factory-beans[], xref:web:mvc/web-config.adoc[] and xref:x.adoc[X].\n',
      'See factory beans, web config and X.',
    ],
    [
      'See xref:appendix:all-keys/index.adoc[] and xref:api:index.adoc[].\n',
      'See all keys and api.',
    ],
    [
      'Press kbd:[Ctrl+C], or menu:File[Quit], as in xref::a/b.adoc#c[the guide].\n\n|===\n|A\n\n|[[{context}-a]]`a`\n|===\n',
      'Press Ctrl+C, or File > Quit, as in the guide.\n\n| A |\n| --- |\n| `a` |',
    ],
    [
      'image::provider-manager.png[]\n\nimage::flow.png[The filters of a request]\n',
      'The filters of a request',
    ],
    [
      'See xref:{components}::mail.adoc[the mail component] and the xref:{others}:langs:simple.adoc#a[language].\n',
      'See the mail component and the language.',
    ],
    [
      'Before.\n\ninclude::{topics}/con_cache.adoc[leveloffset=+1]\n\n== After\n\nAfter.\n',
      'Before.\n\nAfter.',
    ],
    [
      'Run:\n\n[source,java]\n----\ninclude::{root}/Saw.java[tag=run]\n----\n\n[source,java]\n----\nstart();\ninclude::{root}/Saw.java[tag=stop]\n----\n',
      'Run:\n\n«java|start();»',
    ],
    [
      'Options:\n\nindexTable::[version="*",cellformats="a|b"]\n\njsonpathTable::example$json/x.json[\'nodes$.*\']\n\nTerm:: Text\n',
      'Options:\n\n- **Term**: Text',
    ],
    [
      '|===\n|Property |Default\n\n|icon:lock[title=Fixed at build time] `a.b` icon:check[]\n|`1`\n|===\n',
      '| Property | Default |\n| --- | --- |\n| (Fixed at build time) `a.b` [check] | `1` |',
    ],
    [
      'Call {root}/Cache.html#put[put(key, value)] or {root}/Cache.html[Cache,window=_blank].\n',
      'Call put(key, value) or Cache.',
    ],
    [
      'It takes stem:[sum_(i=1)^"n" x_i] and latexmath:[O(n^2)] steps.\n',
      'It takes `sum_(i=1)^"n" x_i` and `O(n^2)` steps.',
    ],
    [
      'Run it:\n+\n[source,sh]\n----\nrun\n----\n\n. One\n+\nMore.\n',
      'Run it:\n\n«sh|run»\n\n1. One\n\n   More.',
    ],
    ['[plantuml,nodes,svg]\n....\nA -> B\n....\n', '«plantuml|A -> B»'],
    ['a{zwsp}b // not hidden\n// hidden\n', 'ab // not hidden'],
  ])('%j', async (source, expected) => {
    expect(await flat(source)).toBe(expected);
  });
});

describe('nothing outside the document', () => {
  test('is read: includes, data and attributes of the environment', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-adoc-'));
    const secret = join(folder, 'secret.txt');
    writeFileSync(secret, 'SECRET-CONTENT');
    process.env['LECTERN_TEST_SECRET'] = 'SECRET-VARIABLE';
    try {
      const text = await flat(
        `Start.\n\ninclude::${secret}[]\n\ninclude::page.adoc[]\n\n----\ninclude::${secret}[]\n----\n\n` +
          `{user-home} {docdir} {env-LECTERN_TEST_SECRET} {docfile} {LECTERN_TEST_SECRET}\n\n` +
          `image::${secret}[opts=inline]\n\n[%header,format=csv]\n|===\ninclude::${secret}[]\n|===\n`,
      );
      expect(text).toContain('Start.');
      expect(text).not.toContain('SECRET-');
      expect(text).not.toContain(process.cwd());
      expect(text).not.toContain(process.env['HOME'] ?? 'no home');
    } finally {
      delete process.env['LECTERN_TEST_SECRET'];
      rmSync(folder, { recursive: true });
    }
  });
});

test('the tables and attributes of a book of a million characters are read', async () => {
  const filler = `${'Words of a long book. '.repeat(1_000)}\n\n`.repeat(45);
  const { sections } = await parse(
    `= Book\n\n${filler}[[saws]]\n== Saws\n\n|===\n|a {plus} b |c\n|===\n`,
  );
  expect(sections.at(-1)?.headings).toEqual(['Book', 'Saws']);
  expect(sections.at(-1)?.blocks).toMatchObject([{ text: '- a + b: c' }]);
});

test('a document too long for Asciidoctor is read line by line', async () => {
  const filler = 'Words of a long document.\n\n'.repeat(60_000);
  const { title, sections } = await parse(
    `= Long\n:attr: x\n\n== Part\n\n[source,js]\n----\nf()\n----\n\n${filler}`,
  );
  expect(title).toBe('Long');
  expect(sections[1]?.headings).toEqual(['Long', 'Part']);
  expect(sections[1]?.blocks[0]).toEqual({ kind: 'code', language: 'js', code: 'f()' });
});

test('links become those of Markdown in a document that is read line by line', () => {
  const list = '* xref:a:b.adoc#c[#d]\n'.repeat(3);
  expect(readAsciidocLines(`See link:a.html[A].\n\n${list}`)).toMatchObject([
    { text: 'See [A](a.html).' },
    { text: '* [#d](a:b.adoc#c)\n'.repeat(3).trim() },
  ]);
});

test('text that passes through has no marks in a document that is read line by line', () => {
  const source = '== Saw.+++<wbr/>+++Cut\n\n+++ Cuts with a+++ +++<b>Saw</b>+++, if x+++y.\n';
  expect(readAsciidocLines(source)).toMatchObject([
    { title: 'Saw.Cut' },
    { text: 'Cuts with a Saw, if x+++y.' },
  ]);
});

test('an item of a list goes on behind code that no marks surround', async () => {
  const code = '[source,shell,subs="+quotes"]\n.Cut it\ncut wood\ncut oak';
  expect(await flat(`. Cut:\n+\n${code}\n+\nIt cuts *all*.\n\n. Oil it.`)).toBe(
    '1. Cut:\n\n«shell|Cut it|cut wood\ncut oak»\n\nIt cuts **all**.\n\n2. Oil it.',
  );
  const shown = `----\n${code}\n+\n----`;
  expect(await flat(`. Write:\n+\n${shown}`)).toContain(`«|${code}\n+»`);
});

describe('hostile input', () => {
  test.each([
    ['a document that includes itself', 'include::page.adoc[]\n'.repeat(10_000)],
    ['10 MB without a newline', 'x'.repeat(10_000_000)],
    ['400 kB without a newline', 'a *b _c `d '.repeat(36_000)],
    ['long lines of open markup', `${'*a _b `c #d '.repeat(800)}\n`.repeat(45)],
    ['nested blocks', Array.from({ length: 500 }, (_, at) => '='.repeat(at + 4)).join('\n')],
    ['styles of listings', `. a\n+\n${'[source]\n'.repeat(20_000)}\n+\n`],
    [
      'nested lists',
      Array.from({ length: 2000 }, (_, at) => `${'*'.repeat(at + 1)} x`)
        .slice(0, 800)
        .join('\n'),
    ],
    ['links without an end', `${'xref:a.adocxref:'.repeat(1200)}\n`.repeat(20)],
    ['unclosed listings', '----\nx\n\n'.repeat(20_000)],
    [
      'attributes that grow',
      `:a: xxxxxxxxxx\n${Array.from({ length: 40 }, (_, at) => `:a${at}: {a${at - 1}}{a${at - 1}}`).join('\n')}\n\n{a39}`,
    ],
    ['macros', 'link:a[b] xref:c[d] <<e,f>> '.repeat(8000)],
    [
      'macros of a site that never end',
      `${'{a}b[javadoc:c[d '.repeat(1100)}\n${'}'.repeat(19_000)}\n`.repeat(40),
    ],
    ['dependencies without an end', `dependency:${'a:'.repeat(9_000)}[\n`.repeat(20)],
    ['classes without an end', `${'javadoc:a/b$(,'.repeat(1_400)}\n`.repeat(20)],
    ['macros of no extension', 'a::b[c] ]\n'.repeat(20_000)],
    ['a macro that never ends', `a::${'[]'.repeat(9_000)}x\n`.repeat(20)],
    ['formulas and icons', `${'stem:[a icon:b[title= '.repeat(800)}\n`.repeat(20)],
    ['authors without an end', `= A\n${'a b <c '.repeat(60_000)}\n`],
    ['names of authors', `= A\n${'a; '.repeat(150_000)}\n`],
    ['passthroughs', '+++a+++ pass:[b] '.repeat(15_000)],
    ['many tables', '|===\n|a\n'.repeat(20_000)],
    ['counters and conditions', 'ifdef::a[]\n{counter:b}\n'.repeat(15_000)],
  ])('%s ends within seconds', { timeout: 60_000 }, async (_, content) => {
    const { title } = await parse(content);
    expect(title).not.toBe('');
  });

  test('unclosed listings of a long document end within seconds', () => {
    expect(readAsciidocLines('----\nx\n\n.....\n'.repeat(200_000)).length).toBeGreaterThan(0);
  });
});

const source = markup(
  '\n',
  '\n\n',
  '= T',
  '== A',
  '=== B',
  '----',
  '....',
  '====',
  '|===',
  '|a',
  '* x',
  '. y',
  'NOTE: z',
  '[source,js]',
  '.Title',
  'term::',
  '{a}',
  ':a: b',
  '<<x>>',
  '`',
  '*',
  '_',
  '+',
  'include::a[]',
  '<1> b',
  'image::a[b]',
  '[[id]]',
  'ifdef::a[]',
  'endif::[]',
  '\u200b',
  'text',
  ' ',
  '++++',
  '<b>raw</b>',
);

test(
  'property: any document gives sections with visible text, and never throws',
  { timeout: 60_000 },
  () => expectReadable(parse, source),
);
