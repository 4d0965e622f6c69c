import { describe, expect, test } from 'vitest';
import { flat } from '../../../../../test/support/sections.ts';
import { withIncludes } from '../../includes/expand-includes.ts';
import { parseDocument } from '../../parse.ts';

/** Returns all text of a page, code in «». */
async function shown(
  content: string,
  {
    path = 'docs/src/main/paradox/guide/page.md',
    files = {},
  }: { path?: string; files?: Record<string, string> } = {},
): Promise<string> {
  const document = { path, format: 'markdown', content, hash: '', included: files } as const;
  return flat(await parseDocument(withIncludes(document)));
}

const file = 'docs/src/test/scala/Example.scala';
const scala = `//#imports
import three.Four
//#imports

class Example {
  //#path #both
  val route =
    path("foo") {
      complete("/foo")
      // #inner
    }
  //#path
  //#both
  def path[L](pm: PathMatcher[L]): Directive[L] = of(pm)
}
`;

describe('Paradox', () => {
  test.each([
    [
      'links become their text, and names of types become code',
      'See @ref[the `path` directive](path.md#a), @extref:[Akka](akka:a.html) and @apidoc[akka.Source[A, \\_]] { scala="#b" }.\n\nOpen @link:[it](https://a.dev) { open=new }.\n',
      'See the `path` directive, Akka and `akka.Source[A, _]`.\n\nOpen [it](https://a.dev).',
    ],
    [
      'texts for Scala and for Java stand side by side',
      'Call @scala[@apidoc[Http$] (new)]@java[`Http.get(a)`] or @scala[`a`]@java[`a`], as in @java[Java].\n',
      'Call `Http` (new) (Java: `Http.get(a)`) or `a`, as in Java.',
    ],
    [
      'notes have titles, and blocks of one language stay',
      '@@@ warning { title="Caution" }\nA.\n@@@\n\n@@@ div { .group-scala }\n\nB.\n\n@@@\n',
      '**Caution**\n\nA.\n\nB.',
    ],
    [
      'lists of pages are left out',
      'A.\n\n@@toc { depth=2 }\n\n@@@ index\n\n* [one](one.md)\n\n@@@\n\nB.\n',
      'A.\n\nB.',
    ],
    [
      'dependencies become the lines of a build',
      'Add:\n\n@@dependency[sbt,Maven] {\n  symbol1=V\n  value1=$akka.version$\n  group1="com.a" artifact1="b_$scala.binary.version$" version1=V\n  group2="c" artifact2="d" version2="1.2"\n}\n',
      'Add:\n\n«scala|libraryDependencies += "com.a" %% "b" % V\nlibraryDependencies += "c" % "d" % "1.2"»',
    ],
    [
      'definitions label the code in each language',
      'Run:\n\nScala\n:   ```scala\n    a {\n\n      b\n    }\n    ```\n\nJava\n:   ```java\n    c();\n    ```\n\nThen wait.\n',
      'Run:\n\n«scala|Scala|a {\n\n  b\n}»\n\n«java|Java|c();»\n\nThen wait.',
    ],
    ['code is left alone', '```scala\n@@@ note\n@scala[a]\n```\n', '«scala|@@@ note\n@scala[a]»'],
  ])('%s', async (_, content, expected) => {
    expect(await shown(content)).toBe(expected);
  });

  test.each([
    ['{ #path }', 'val route =\n  path("foo") {\n    complete("/foo")\n  }'],
    ['{ #imports }', 'import three.Four'],
    ['{ #missing }', undefined],
  ])('shows the part of a file that %s names', async (options, expected) => {
    const content = `Scala\n:  @@snip [Example.scala](/${file}) ${options}\n`;

    const text = await shown(content, { files: { [file]: scala } });

    expect(text).toBe(expected === undefined ? '**Scala**' : `«scala|Scala|${expected}»`);
  });

  test('shows a part whose mark of a definition is indented', async () => {
    const content = `Scala\n  :  @@snip [Example.scala](/${file}) { #imports }\n`;

    expect(await shown(content, { files: { [file]: scala } })).toBe(
      '«scala|Scala|import three.Four»',
    );
  });

  test('shows the signature of a definition', async () => {
    const content = `@@signature [Example.scala]($root$/src/test/scala/Example.scala) { #path }\n`;

    expect(await shown(content, { files: { [file]: scala } })).toBe(
      '«scala|def path[L](pm: PathMatcher[L]): Directive[L]»',
    );
  });

  test('reads unclosed directives in linear time', async () => {
    const text = [
      '@@@ note {\n'.repeat(20_000),
      '@@dependency[sbt] {\n'.repeat(20_000),
      'a\n:   b\n'.repeat(20_000),
      '@scala[@java['.repeat(20_000),
      '@ref[a]({=(('.repeat(20_000),
    ].join('\n');

    expect((await shown(text)).length).toBeGreaterThan(0);
  });
});

describe('Play', () => {
  const path = 'documentation/manual/Routing.md';

  test('shows the part of a file that a line names, with the changes of its comments', async () => {
    const routes =
      '# #show ###skip\n### comment\n# #show #other\nGET /a\n//###replace: package a\npackage b\n//###insert: new\n//###skip: 2\nold\nolder\nlast\n# #show\n';
    const files = { 'documentation/manual/code/a.routes': routes };

    const text = await shown('As [[it|JavaRouting]] shows:\n\n@[other](code/a.routes)\n', {
      path,
      files,
    });

    expect(text).toBe('As it shows:\n\n«routes|GET /a\npackage a\nnew\nlast»');
  });
});
