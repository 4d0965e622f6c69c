import { describe, expect, test } from 'vitest';
import { startCpuClock } from '../../../../../test/support/cpu-seconds.ts';
import { parseDocument } from '../../parse.ts';
import { neededIncludes, withIncludes } from '../expand-includes.ts';
import { shown } from '../shown.fixture.ts';

describe('AsciiDoc', () => {
  const java =
    'package app;\n// tag::all[]\n  // tag::open[]\n  open();\n  // end::open[]\n  close();\n// end::all[]\n';
  const listing = (include: string): string =>
    `= Guide\n\nOpen it:\n\n[source,java]\n----\n${include}\n----\n`;

  test.each([
    ['include::../App.java[]', 'package app;\n  open();\n  close();'],
    ['include::../App.java[tag=open]', 'open();'],
    ['include::../App.java[tags=all;!open,indent=0]', 'close();'],
    ['include::../App.java[lines=1]', 'package app;'],
    ['include::../App.java[lines="1;6..6"]', 'package app;\n  close();'],
  ])('shows the lines of %s in its listing', async (include, expected) => {
    const { code } = await shown('docs/guide.adoc', listing(include), { 'App.java': java });
    expect(code.map((one) => one.replace(/^java: +/, 'java: '))).toEqual([`java: ${expected}`]);
  });

  test('finds examples and parts where Antora keeps them', async () => {
    const content = `${listing('include::example$App.java[tag=open,indent=0]')}\ninclude::shared:partial$note.adoc[]\n`;
    const { code, text } = await shown('modules/ROOT/pages/sub/guide.adoc', content, {
      'modules/ROOT/examples/App.java': java,
      'modules/shared/partials/note.adoc': 'Widgets are small.',
    });
    expect(code).toEqual(['java: open();']);
    expect(text).toContain('Widgets are small.');
  });

  test('reads an included part with its headings moved down, and a path with attributes', async () => {
    const { text } = await shown(
      'docs/guide.adoc',
      '= Guide\n:parts: common\n\n== Use\n\nText.\n\ninclude::{parts}/install.adoc[leveloffset=+2]\n',
      { 'docs/common/install.adoc': '= Installation\n\nUse a package.\n' },
    );
    expect(text).toContain('Installation');
    expect(text).toContain('Use a package.');
  });

  test('takes the attributes that an included file sets', async () => {
    const { text } = await shown(
      'docs/guide.adoc',
      '= Guide\n\ninclude::attributes.adoc[]\n\ninclude::{parts}/a.adoc[]\n',
      { 'docs/attributes.adoc': ':parts: common\n', 'docs/common/a.adoc': 'Widgets are small.' },
    );
    expect(text).toContain('Widgets are small.');
  });

  test('finds a file below a folder that only the build of the project names', async () => {
    const content = `:examples: {root-dir}/src/test\n\n${listing('include::{examples}/App.java[tag=open,indent=0]')}\ninclude::{shared}/note.adoc[]\n`;
    const { code, text } = await shown('docs/user/guide.adoc', content, {
      'src/test/App.java': java,
      'docs/shared/note.adoc': 'Widgets are small.',
    });
    expect(code).toEqual(['java: open();']);
    expect(text).toContain('Widgets are small.');
  });

  test('finds files from the folder of the document, in the parts that it includes too', async () => {
    const content = '= Guide\n:root: {docdir}/../..\n\ninclude::{root}/parts/open.adoc[]\n';
    const { code, text } = await shown('docs/user/first/guide.adoc', content, {
      'docs/parts/open.adoc': `:code: {root}/../src\n\nOpen it:\n\n${listing('include::{code}/App.java[tag=open,indent=0]')}`,
      'src/App.java': java,
    });
    expect(text).toContain('Open it:');
    expect(code).toEqual(['java: open();']);
  });

  test('shows an included source file outside of a listing as code', async () => {
    const content = '= Guide\n\nOpen it:\n\ninclude::app.rb[]\n';
    const { code } = await shown('guide.adoc', content, { 'app.rb': 'open\n----\nclose\n' });
    expect(code).toEqual(['ruby: open\n----\nclose']);
  });

  test('reads a file of text as AsciiDoc although it begins with the text of long files', async () => {
    const content = '= Saws\n\ninclude::terms.txt[]\n\n== Blades\n\nA *blade* cuts.\n';
    const terms = 'You can cut what you own.\n\n'.repeat(300);
    const { text } = await shown('saws.txt', content, { 'terms.txt': terms });
    expect(text).toContain('**blade** cuts');
    expect(text).not.toContain('==');
  });

  test('does not take the underline of a title for the start of a listing', async () => {
    const content = 'Guide\n=====\n\nOpen it\n-------\n\ninclude::app.rb[]\n';
    const { code } = await shown('guide.adoc', content, { 'app.rb': 'open' });
    expect(code).toEqual(['ruby: open']);
  });
});

test('a chapter without a heading has the one above its include in a book', async () => {
  const files = {
    'guide/index.adoc':
      '= Saws\n\n== Sharpen a saw\n\ninclude::saws/saws_1.adoc[leveloffset=+1]\n\nText.\n\ninclude::saws/saws_2.adoc[]\n',
  };
  const titled = await shown('guide/saws/saws_1.adoc', 'Slowly.\n\n=== Files\n\nUse one.\n', files);
  expect(titled.text).toContain('Sharpen a saw');
  const other = await shown('guide/saws/saws_2.adoc', 'Slowly.\n', files);
  expect(other.text).not.toContain('Sharpen');
  const own = await shown('guide/saws/saws_1.adoc', ':a: b\n\n[#own]\n== Own\n\nSlowly.\n', files);
  expect(own.text).not.toContain('Sharpen');
});

describe('a page of a guide of Micronaut', () => {
  const toc =
    'routing: HTTP Routing\ncaching:\n  title: Cache Advice\n  redis: Caches in Redis\nodd:\n  - a\n';
  const titleOf = async (path: string, content: string, text = toc): Promise<string> => {
    const included = { 'src/docs/guide/toc.yml': text };
    const document = { path, content, format: 'asciidoc' as const, hash: '', included };
    return (await parseDocument(withIncludes(document))).title;
  };

  test('has the title of the table of contents', async () => {
    const content = 'Controllers answer.\n\n== Paths\n\nA path.\n';
    expect(await titleOf('src/docs/guide/routing.adoc', content)).toBe('HTTP Routing');
    expect(await titleOf('src/docs/guide/caching.adoc', content)).toBe('Cache Advice');
    expect(await titleOf('src/docs/guide/caching/redis.adoc', content)).toBe('Caches in Redis');
  });

  test('has the title of the page above it, too, if its own is one that many pages have', async () => {
    const path = 'src/docs/guide/caching/cachingSetup.adoc';
    const nested = 'caching:\n  title: Cache Advice\n  cachingSetup: Configuration\n';
    expect(await titleOf(path, 'Set the size.\n', nested)).toBe('Cache Advice: Configuration');
    expect(await titleOf(path, 'Set the size.\n', nested.replace(/ {2}title.*\n/, ''))).toBe(
      'cachingSetup',
    );
  });

  test('keeps its own title, or the name of the file, if the table does not name it', async () => {
    const content = 'Controllers answer.\n';
    expect(await titleOf('src/docs/guide/routing.adoc', `= Own\n\n${content}`)).toBe('Own');
    expect(await titleOf('src/docs/guide/odd/a.adoc', content)).toBe('a');
    expect(await titleOf('src/docs/guide/constructor.adoc', content)).toBe('constructor');
    expect(await titleOf('src/docs/guide/routing.adoc', content, '[[')).toBe('routing');
    expect(await titleOf('src/docs/routing.adoc', content)).toBe('routing');
  });
});

describe('attributes of Antora', () => {
  const page = 'docs/modules/ROOT/pages/connect.adoc';
  const content =
    '[id="connect"]\n= {product} connector\n\nThe {product} {edition} connector of {Vendor} has {limit} tasks.\n\n' +
    'ifdef::community[]\nAsk the community.\nendif::community[]\n' +
    'ifdef::paid[]\nAsk the support.\nendif::paid[]\n';
  const descriptor =
    "name: docs\nasciidoc:\n  attributes:\n    product: Widgets@\n    edition: '{tier} edition'\n    tier: free\n" +
    '    community: true\n    paid: false\n    limit: 5.10\n    toc: true\n    sizes: [1, 2]\n';

  test('have the values of the component descriptor, and choose what the page shows', async () => {
    const { text } = await shown(page, content, { 'docs/antora.yml': descriptor });
    expect(text).toContain('Widgets connector');
    expect(text).toContain('The Widgets free edition connector of {Vendor} has 5.10 tasks.');
    expect(text).toContain('Ask the community.');
    expect(text).not.toContain('Ask the support.');
  });

  test('have the values of the playbook, or of the previews of editors, if the descriptor has none', async () => {
    const { text } = await shown(page, content, {
      'docs/antora.yml': descriptor,
      'antora-playbook.yml':
        'asciidoc:\n  attributes:\n    product: Gadgets\n    vendor: Acme\n    paid: ""\n',
      'docs/.asciidoctorconfig': ':vendor: Nobody\n:product: Preview\n',
    });
    expect(text).toContain('The Widgets free edition connector of Acme has 5.10 tasks.');
    const { text: preview } = await shown(page, content, {
      'docs/.asciidoctorconfig': ':vendor: Acme\n:product: Preview\n',
    });
    expect(preview).toContain('The Preview {edition} connector of Acme');
  });

  test('have no value if only the build fills it in', async () => {
    const { code } = await shown(
      'docs/modules/ROOT/pages/a.adoc',
      '= Guide\n\nSet it:\n\n----\ninclude::{home}/modules/saw.mod[]\n----\n',
      {
        'docs/antora.yml': 'name: a\nasciidoc:\n  attributes:\n    home: ${saw.home}@\n',
        'server/src/config/modules/saw.mod': 'depth=2\n',
      },
    );
    expect(code).toEqual([': depth=2']);
  });

  test('have the value that the page itself sets', async () => {
    const own = '= Connect\n:product: Own widgets\n\nUse {product}.\n';
    const { text } = await shown(page, own, { 'docs/antora.yml': descriptor });
    expect(text).toContain('Use Own widgets.');
  });

  test('that Antora itself sets have the names of the component', async () => {
    const own =
      '= {page-component-title}\n\nRead {page-component-version}, {page-version}, {page-component-display-version}.\n';
    const { text } = await shown(page, own, {
      'docs/antora.yml':
        'name: widgets\ntitle: Widgets\nversion: "2.1"\ndisplay_version: 2.1 beta\n',
    });
    expect(text).toContain('Widgets');
    expect(text).toContain('Read 2.1, 2.1, 2.1 beta.');
    const { text: unversioned } = await shown(page, own, {
      'docs/antora.yml': 'name: widgets\nversion: ~\n',
    });
    expect(unversioned).toContain('{page-version}');
  });

  test('that Antora itself sets say that the version is the latest one', async () => {
    const own =
      '= Saws\n\nifndef::page-component-version-is-latest[]\nThis is old.\nendif::[]\n\nRead {page-component-latest-version}.\n';
    const { text } = await shown(page, own, {
      'docs/antora.yml': 'name: widgets\nversion: "2.1"\n',
    });
    expect(text).toContain('Read 2.1.');
    expect(text).not.toContain('This is old.');
  });

  test('reach the parts that a page includes, and the paths of its includes', async () => {
    const including = '= Connect\n\ninclude::{parts}/a.adoc[]\n';
    const { text } = await shown(page, including, {
      'docs/antora.yml': `${descriptor}    parts: ../partials\n`,
      'docs/modules/ROOT/partials/a.adoc': 'Use {product}.\n',
    });
    expect(text).toContain('Use Widgets.');
  });

  test('stay as they are if the descriptor is no YAML, or belongs to another component', async () => {
    for (const files of [
      { 'docs/antora.yml': '{{' },
      { 'docs/antora.yml': 'asciidoc: [1]\n' },
      { 'docs/antora.yml': '['.repeat(5_000) },
      { 'other/antora.yml': descriptor },
    ]) {
      const { text } = await shown(page, content, files);
      expect(text).toContain('The {product} {edition} connector');
    }
  });

  test('are read from a hostile descriptor in linear time', async () => {
    const names = Array.from({ length: 5_000 }, (_, at) => `    a${at}: '{a${at + 1}}'\n`);
    const cpuSeconds = startCpuClock();
    const { text } = await shown(page, `= A\n\n${'{a0'.repeat(50_000)} {a0}\n`, {
      'docs/antora.yml': `asciidoc:\n  attributes:\n${names.join('')}`,
    });
    expect(text).toContain('{a0{a0');
    expect(cpuSeconds()).toBeLessThan(5);
  });

  test('are looked for only by pages that use some', () => {
    const document = { path: page, format: 'asciidoc' as const, hash: '' };
    expect(neededIncludes({ ...document, content }).flat()).toContain('docs/antora.yml');
    expect(neededIncludes({ ...document, content: '= Connect\n\nPlain.\n' })).toEqual([]);
    const own = '= Connect\n:product: Widgets\n\nUse {product}.\n';
    expect(neededIncludes({ ...document, path: 'docs/connect.adoc', content: own })).toEqual([]);
  });
});

describe('attributes of a build', () => {
  const page = 'docs/src/topics/con_start.adoc';
  const content =
    '[id="start"]\n= Start {ProductName}\n\n{productname} {version} by {vendor} runs on {k8s} at `{home}`, not {unknown}.\n';
  const pom = (plugin: string, more = ''): string =>
    `<project>${more}<build><plugins><plugin>${plugin}</plugin></plugins></build></project>`;
  const configured = (attributes: string): string =>
    pom(
      `<artifactId>asciidoctor-maven-plugin</artifactId><configuration><attributes>${attributes}</attributes></configuration>`,
      '<parent><relativePath>../build</relativePath></parent><properties><line>4.${minor}</line><minor>2</minor></properties>',
    );

  test('have the values that Maven sets, with properties of the pom and of its parents', async () => {
    const { text } = await shown(page, content, {
      'docs/pom.xml': configured(
        '<productname>${brand.name}</productname><version>${line}</version><vendor>A &amp; B</vendor><k8s>${none}</k8s><toc/>',
      ),
      'build/pom.xml':
        '<project><properties><brand.name>Widgets</brand.name></properties></project>',
    });
    expect(text).toContain('Start Widgets');
    expect(text).toContain('Widgets 4.2 by A & B runs on {k8s}');
  });

  test.each([
    ['<version>5.1</version>', '5.1'],
    [
      '<parent><version>6</version></parent><dependencies><dependency><version>1</version></dependency></dependencies>',
      '6',
    ],
    [
      '<parent><version>6</version></parent><version>${line}</version><properties><line>7.0</line></properties>',
      '7.0',
    ],
  ])('have the version of the project, with %s', async (project, version) => {
    const plugin =
      '<artifactId>asciidoctor-maven-plugin</artifactId><attributes><version>${project.version}</version></attributes>';
    const { text } = await shown(page, content, { 'docs/pom.xml': pom(plugin, project) });
    expect(text).toContain(`{productname} ${version} by`);
  });

  test('have the values of the only file of attributes, without those of a condition', async () => {
    const files = {
      'docs/src/shared/attributes.adoc':
        '// Names\n:productname: Widgets\n:version: 5\nifdef::downstream[]\n:version: 4\nendif::[]\n:k8s: Kubernetes\n:home: $HOME\n',
    };
    const { text } = await shown(page, content, files);
    expect(text).toContain('Widgets 5 by {vendor} runs on Kubernetes at `$HOME`, not {unknown}.');
  });

  test('reach the parts that a document includes', async () => {
    const { text } = await shown('docs/book.adoc', '= Book\n\ninclude::part.adoc[]\n', {
      'docs/part.adoc': 'Use {productname}.\n',
      'docs/pom.xml': configured('<productname>Widgets</productname>'),
    });
    expect(text).toContain('Use Widgets.');
  });

  test('stay as they are if the file is a page about attributes, or the pom is for other tools', async () => {
    for (const files of [
      { 'docs/attributes.adoc': '= Attributes\n\n----\n:productname: Example\n----\n' },
      { 'docs/pom.xml': pom('<attributes><productname>Jar</productname></attributes>') },
    ]) {
      const { text } = await shown(page, content, files);
      expect(text).toContain('{productname} {version}');
    }
  });

  test('are read from hostile poms in linear time', async () => {
    const cpuSeconds = startCpuClock();
    for (const attributes of [
      '<attributes>'.repeat(30_000),
      '<a>'.repeat(120_000),
      `<a>${'${b}'.repeat(20_000)}</a>`,
      '<a><b>x</b></a>'.repeat(20_000),
    ]) {
      const { text } = await shown(page, content, { 'pom.xml': configured(attributes) });
      expect(text).toContain('not {unknown}');
    }
    expect(cpuSeconds()).toBeLessThan(5);
  });
});

describe('include-code of Spring', () => {
  const page = 'docs/modules/ROOT/pages/web/web-mvc/config.adoc';
  const root = 'docs/src/main/java/org/example/docs';
  const java =
    '/*\n * Copyright\n */\n\npackage org.example.docs;\n\nimport a.B;\n\n@SuppressWarnings("x")\nclass App {\n' +
    '    // @fold:on\n    B b = /**/ new B();\n    // tag::run[]\n    void run() {}\n    // end::run[]\n}\n';
  const section = (include: string): string =>
    `= Config\n\n[[web.config-run]]\n== Run\n\nRun it:\n\n${include}\n`;

  test('shows the file that the id of the section names, without license, package and marks', async () => {
    const { code, text } = await shown(page, section('include-code::App[]'), {
      [`${root}/web/configrun/App.java`]: java,
      [`${root}/web/other/App.java`]: 'class Other {}\n',
    });
    expect(code).toEqual(['java: import a.B;\n\nclass App {\n    B b = ...\n    void run() {}\n}']);
    expect(text).toContain('Run it:');
  });

  test('shows a part in each language, of a path beside the folder of the page', async () => {
    const { code } = await shown(page, section('include-code::./../App[tag=run,indent=0]'), {
      [`${root}/web/webmvc/web/App.java`]: java,
      'docs/src/main/kotlin/org/example/docs/web/webmvc/web/App.kt':
        'class App {\n    // tag::run[]\n    fun run() {}\n    // end::run[]\n}\n',
    });
    expect(code).toEqual(['java: void run() {}', 'kotlin: fun run() {}']);
  });

  test('names a section without an id by its title, and shows nothing of a missing file', async () => {
    const content =
      '= Config\n\n== Run the app\n\nRun it:\n\ninclude-code::App[]\n\ninclude-code::Missing[]\n';
    const { code, text } = await shown(page, content, {
      'docs/runtheapp/App.java': 'class App {}',
    });
    expect(code).toEqual(['java: class App {}']);
    expect(text).not.toContain('Missing');
  });
});

test('listings of Vert.x show the methods that they link to, and its prose shows links as code', async () => {
  const content =
    '= Saws\n\nUse {@link io.saw.Saw#cut(int)} or a {@link io.saw.Drill drill} with {@code --fast}:\n\n[source,$lang]\n----\n{@link examples.SawExamples#example1}\n----\n';
  const java =
    'package examples;\n\npublic class SawExamples {\n  void example1(\n      Saw saw) {\n    if (saw.isSharp()) {\n      saw.cut(1);\n    }\n  }\n\n  void example2() {\n  }\n}\n';
  const { code, text } = await shown('core/src/main/asciidoc/a.adoc', content, {
    'core/src/main/java/examples/SawExamples.java': java,
  });
  expect(code).toEqual(['java: if (saw.isSharp()) {\n  saw.cut(1);\n}']);
  expect(text).toContain('Use `Saw.cut` or a drill with `--fast`:');
});

test('snippets of Micronaut show their types in each language', async () => {
  const content =
    '= Guide\n\nCall it:\n\nsnippet::io.app.One,io.app.Two[tags="call",indent=0,title="Calling, at last"]\n';
  const code = (name: string): string =>
    `package io.app;\n// tag::call[]\n  ${name}();\n// end::call[]\n`;
  const { code: shownCode, text } = await shown('src/main/docs/guide/a.adoc', content, {
    'http/src/test/java/io/app/One.java': code('other'),
    'test-suite/src/test/java/io/app/One.java': code('one'),
    'test-suite/src/test/java/io/app/Two.java': code('two'),
    'test-suite-kotlin/src/test/kotlin/io/app/One.kt': code('kotlin'),
  });
  expect(shownCode).toEqual(['java: one();', 'java: two();', 'kotlin: kotlin();']);
  expect(text).not.toContain('snippet::');
});
