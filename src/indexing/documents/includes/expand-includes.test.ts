import { describe, expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import type { DocumentFormat } from '../document.ts';
import { parseDocument } from '../parse.ts';
import { toSnippets } from '../snippets.ts';
import { expandIncludes, neededIncludes, withIncludes } from './expand-includes.ts';
import { includeLimits } from './expansion.ts';

interface Shown {
  /** All code blocks, as `language: code`. */
  code: string[];
  text: string;
}

/** Returns what the snippets of a document show if the repository has these files. */
async function shown(path: string, content: string, files: Record<string, string>): Promise<Shown> {
  const document = { path, content, format: formatOf(path), hash: '', included: files };
  const snippets = toSnippets(await parseDocument(withIncludes(document)));
  return {
    code: snippets.flatMap(({ codeList }) => codeList.map((one) => `${one.language}: ${one.code}`)),
    text: snippets
      .flatMap((snippet) => [snippet.title, snippet.description, snippet.content])
      .join('\n'),
  };
}

function formatOf(path: string): DocumentFormat {
  if (path.endsWith('.rst')) return 'rst';
  if (path.endsWith('.txt')) return 'text';
  if (path.endsWith('.adoc')) return 'asciidoc';
  return path.endsWith('.mdx') ? 'mdx' : 'markdown';
}

const python = 'import os\n\n\n@cached\ndef one():\n    return 1\n\n\ndef two():\n    return 2\n';

describe('reStructuredText', () => {
  const page = (directive: string): string =>
    `Guide\n=====\n\nCall it like this:\n\n${directive}\n`;

  test('shows the code of a literalinclude in the language of the file', async () => {
    const { code } = await shown('docs/guide.rst', page('.. literalinclude:: ../examples/app.py'), {
      'examples/app.py': python,
    });
    expect(code).toEqual([`python: ${python.trimEnd()}`]);
  });

  test('shows the code of a literalinclude in a page whose name ends like text', async () => {
    const directive = '.. literalinclude:: /examples/app.py\n   :start-after: def two\n   :dedent:';
    const { code } = await shown('source/guide.txt', page(directive), {
      'source/examples/app.py': python,
    });
    expect(code).toEqual(['python: return 2']);
  });

  test.each([
    [':lines: 9-', 'def two():\n    return 2'],
    [':lines: 1,9-10', 'import os\ndef two():\n    return 2'],
    [':pyobject: one', '@cached\ndef one():\n    return 1'],
    [':start-after: return 1', 'def two():\n    return 2'],
    [':start-at: def two', 'def two():\n    return 2'],
    [':end-before: @cached', 'import os'],
    [':start-at: @cached\n   :end-at: return 1', '@cached\ndef one():\n    return 1'],
    [':start-after: def two\n   :dedent: 4', 'return 2'],
  ])('shows the part of the file that %j chooses', async (options, expected) => {
    const directive = `.. literalinclude:: /examples/app.py\n   ${options}`;
    const { code } = await shown('docs/guide.rst', page(directive), { 'examples/app.py': python });
    expect(code).toEqual([`python: ${expected}`]);
  });

  test.each([
    ['.. bokeh-plot:: docs/examples/app.py\n   :source-position: above', true],
    ['.. bokeh-plot:: __REPO__/examples/app.py', true],
    ['.. bokeh-plot:: docs/examples/app.py\n   :source-position: none', false],
    ['.. plot:: examples/app.py\n   :include-source:', true],
    ['.. plot:: examples/app.py', false],
  ])('of %j, the code is shown: %s', async (directive, isShown) => {
    const files = { 'source/docs/examples/app.py': python, 'examples/app.py': python };
    const { code } = await shown('source/docs/guide.rst', page(directive), files);
    expect(code).toEqual(isShown ? [`python: ${python.trimEnd()}`] : []);
  });

  test('shows the language and the caption that a literalinclude gives', async () => {
    const directive = '.. literalinclude:: run.txt\n   :language: console\n   :caption: Run it';
    const content = page(directive);
    const files = { 'docs/run.txt': '$ run' };
    const { code, text } = await shown('docs/guide.rst', content, files);
    expect(code).toEqual(['console: $ run']);
    expect(text).not.toContain('literalinclude');
  });

  test.each([
    ['between brackets', '#[==[.rst:\nCutSaw\n------\n\nCuts saws::\n\n  include(CutSaw)\n#]==]'],
    ['in lines', '#.rst:\n# CutSaw\n# ------\n#\n# Cuts saws::\n#\n#   include(CutSaw)'],
  ])('shows the text of a module of CMake that is %s of comments', async (_name, comment) => {
    const files = { 'Modules/CutSaw.cmake': `# A license.\n\n${comment}\n\nset(secret 1)\n` };
    const directive = '.. cmake-module:: ../../Modules/CutSaw.cmake\n';
    const { code, text } = await shown('Help/module/CutSaw.rst', directive, files);
    expect(text).toContain('Cuts saws');
    expect(text).not.toMatch(/license|secret/);
    expect(code).toEqual([': include(CutSaw)']);
  });

  test('reads an included file as a part of the page', async () => {
    const { code, text } = await shown('docs/guide.rst', page('.. include:: parts/install.txt'), {
      'docs/parts/install.txt':
        'Installation\n------------\n\nUse pip::\n\n    pip install widgets\n',
    });
    expect(text).toContain('Installation');
    expect(code).toEqual([': pip install widgets']);
  });

  test('reads the part of an included file that start-after and end-before choose', async () => {
    const directive =
      '.. include:: ../README.rst\n   :start-after: begin-here\n   :end-before: end-here';
    const { text } = await shown('docs/guide.rst', page(directive), {
      'README.rst': 'Badges.\n\n.. begin-here\n\nWidgets are small.\n\n.. end-here\n\nLicense.\n',
    });
    expect(text).toContain('Widgets are small.');
    expect(text).not.toMatch(/Badges|License/);
  });

  test('shows an include in an example as it is', async () => {
    const content = page('.. code-block:: rst\n\n   .. include:: parts.txt\n');
    const { code } = await shown('docs/guide.rst', content, { 'docs/parts.txt': 'Parts.' });
    expect(code).toEqual(['rst: .. include:: parts.txt']);
  });
});

describe('substitutions of a site of Sphinx', () => {
  const page =
    'Guide\n=====\n\nUse |brand| |version| on |os| with |own|.\n\n.. |own| replace:: care\n';
  const conf =
    'project = "Saw"\nrst_prolog = """\n.. |brand| replace:: Saw *Pro*\n.. |own| replace:: x\n.. include:: /shared/os.inc\n"""\nrst_epilog = f"""\n.. |version| replace:: {version}\n"""\n';

  test('have the values that its configuration adds to all documents', async () => {
    const { text } = await shown('docs/use/guide.rst', page, {
      'docs/conf.py': conf,
      'docs/shared/os.inc': '.. |os| replace::\n\n   Linux or\n   Unix\n.. |x| replace:: y\n',
    });
    expect(text).toContain('Use Saw *Pro* version on Linux or Unix with care.');
  });

  test('are looked for only by documents that use some', () => {
    const document = { path: 'docs/a.rst', format: 'rst' as const, content: '', hash: '' };
    expect(neededIncludes({ ...document, content: page })).toEqual([['docs/conf.py', 'conf.py']]);
    const own = page.replaceAll(/\|(?:brand|version|os)\|/g, 'it');
    expect(neededIncludes({ ...document, content: own })).toEqual([]);
  });

  test('are read from a hostile configuration in linear time', () => {
    const hostile = [
      'rst_prolog = """\n'.repeat(25_000),
      `rst_epilog = '''${'.. |a| '.repeat(60_000)}`,
    ];
    for (const text of hostile) {
      const cpuSeconds = startCpuClock();
      expandIncludes({ path: 'a.rst', format: 'rst', content: '|a| '.repeat(50_000) }, () => ({
        path: 'conf.py',
        text,
      }));
      expect(cpuSeconds()).toBeLessThan(5);
    }
  });
});

describe('pages of Snooty', () => {
  test('show the code of an input, and its output', async () => {
    const directive =
      '.. io-code-block::\n   :copyable: true\n\n   .. input:: /examples/app.py\n      :start-after: def two\n      :dedent:\n\n   .. output::\n      :language: json\n      :visible: false\n\n      {\n        "a": 1\n      }';
    const { code, text } = await shown(
      'source/guide.txt',
      `.. _guide:\n\nGuide\n=====\n\nGo:\n\n${directive}\n`,
      {
        'source/examples/app.py': python,
      },
    );
    expect(code).toEqual(['python: return 2', 'json: {\n  "a": 1\n}']);
    expect(text).not.toContain('put::');
  });

  test('read hostile constants in linear time', () => {
    const names = Array.from(
      { length: 400 },
      (_, at) => `a${at} = "${`{+a${at + 1}+}`.repeat(25)}"`,
    );
    const text = `[constants]\n${names.join('\n')}\n`;
    const cpuSeconds = startCpuClock();
    const content = '{+a1+}'.repeat(300).concat('\n').repeat(100);
    expandIncludes({ path: 'a.rst', format: 'rst', content }, () => ({
      path: 'snooty.toml',
      text,
    }));
    expandIncludes(
      { path: 'a.rst', format: 'rst', content: '{+'.repeat(200_000) },
      () => undefined,
    );
    expect(cpuSeconds()).toBeLessThan(5);
  });

  test('show the constants of the site', async () => {
    const page = 'Guide\n=====\n\nUse {+Driver+} or {+other+}.\n\n.. include:: /includes/get.rst\n';
    const { code, text } = await shown('source/guide.rst', page, {
      'snooty.toml': '[constants]\nDriver = "the driver {+v+}"\nv = "6.1"\nloop = "{+loop+}"\n',
      'source/includes/get.rst': 'Get it:\n\n.. code-block:: sh\n\n   get saw@{+v+} {+loop+}\n',
    });
    expect(text).toContain('Use the driver 6.1 or {+other+}.');
    expect(code).toEqual(['sh: get saw@6.1 {+loop+}']);
  });
});

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

  test('does not take the underline of a title for the start of a listing', async () => {
    const content = 'Guide\n=====\n\nOpen it\n-------\n\ninclude::app.rb[]\n';
    const { code } = await shown('guide.adoc', content, { 'app.rb': 'open' });
    expect(code).toEqual(['ruby: open']);
  });
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
    const own = ':product: Widgets\n\nUse {product}.\n';
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

describe('mdBook', () => {
  const rust =
    '// ANCHOR: main\nfn main() {\n    // ANCHOR: go\n    go();\n    // ANCHOR_END: go\n}\n// ANCHOR_END: main\n';
  const fence = (include: string): string =>
    `# Guide\n\nRun it:\n\n\`\`\`rust\n${include}\n\`\`\`\n`;

  test.each([
    ['{{#include ../listings/main.rs}}', 'fn main() {\n    go();\n}'],
    ['{{#rustdoc_include ../listings/main.rs:go}}', 'go();'],
    ['{{#include ../listings/main.rs:2}}', 'fn main() {'],
    ['{{#include ../listings/main.rs:2:4}}', 'fn main() {\n    go();'],
    ['{{#include ../listings/main.rs::2}}', 'fn main() {'],
    ['{{#include ../listings/main.rs:6:}}', '}'],
  ])('shows the lines of %s in its code block', async (include, expected) => {
    const files = { 'listings/main.rs': rust };
    const { code } = await shown('src/guide.md', fence(include), files);
    expect(code).toEqual([`rust: ${expected}`]);
  });

  test('shows a literate program of Go as code', async () => {
    const content = '# Guide\n\nCut:\n\n{{#literatego ./testdata/cut.go}}\n\nDone.\n';
    const { code } = await shown('docs/src/guide.md', content, {
      'docs/src/testdata/cut.go': '/*\nFirst, cut.\n*/\nfunc Cut() {}\n',
    });
    expect(code).toEqual(['go: /*\nFirst, cut.\n*/\nfunc Cut() {}']);
  });

  test('shows a playground as Rust code', async () => {
    const content = '# Guide\n\nRun it:\n\n{{#playground main.rs editable}}\n';
    const { code } = await shown('src/guide.md', content, { 'src/main.rs': 'fn main() {}\n' });
    expect(code).toEqual(['rust: fn main() {}']);
  });

  test('shows an include with a backslash as it is', async () => {
    const include = String.raw`\{{#include main.rs}}`;
    const { code } = await shown('src/guide.md', fence(include), { 'src/main.rs': rust });
    expect(code).toEqual([`rust: ${include}`]);
  });
});

describe('MkDocs and FastAPI', () => {
  const source = '# --8<-- [start:make]\nmake()\n# --8<-- [end:make]\nbreak_it()\nmend()\n';
  const fence = (include: string): string =>
    `# Guide\n\nMake it:\n\n\`\`\`py\n${include}\n\`\`\`\n`;

  test.each([
    ['--8<-- "examples/app.py"', 'make()\nbreak_it()\nmend()'],
    ['--8<-- "examples/app.py:make"', 'make()'],
    ['--8<-- "user/guide.py:make"', 'make()'],
    ['--8<-- "examples/app.py:4:4"', 'break_it()'],
    ['--8<-- "examples/app.py:4"', 'break_it()\nmend()'],
    ['--8<-- "examples/app.py:2:2,5:5"', 'make()\nmend()'],
    ['--8<--\nexamples/app.py:make\n; examples/other.py\n--8<--', 'make()'],
    ['{!> ../examples/app.py!}', 'make()\nbreak_it()\nmend()'],
  ])('shows the lines of %j in its code block', async (include, expected) => {
    const text = source.trimEnd();
    const files = { 'examples/app.py': text, 'docs/src/user/guide.py': text };
    const { code } = await shown('docs/guide.md', fence(include), files);
    expect(code.map((one) => one.replace(/# --8<--.*\n?/g, ''))).toEqual([`py: ${expected}`]);
  });

  test('reads a snippet of Markdown as a part of the page, and the snippets in it', async () => {
    const { code, text } = await shown('docs/guide.md', '# Guide\n\n--8<-- "parts/install.md"\n', {
      'docs/parts/install.md': '---\ntitle: x\n---\n## Installation\n\n--8<-- "parts/pip.sh"\n',
      'docs/parts/pip.sh': 'pip install widgets\n',
    });
    expect(text).toContain('Installation');
    expect(text).not.toContain('title: x');
    expect(code).toEqual(['bash: pip install widgets']);
  });

  test('shows nothing of an included picture', async () => {
    const content = '# Guide\n\nIt looks so:\n\n--8<-- "docs/saw.svg"\n';
    const { code, text } = await shown('docs/guide.md', content, {
      'docs/saw.svg': '<svg>\n\n<text>Saw</text>\n</svg>\n',
    });
    expect(code).toEqual([]);
    expect(text).toContain('It looks so:');
    expect(text).not.toMatch(/svg|Saw/);
  });

  test('finds a snippet in a folder for snippets', async () => {
    const content = '# Install\n\n--8<-- "install.md"\n';
    const { text } = await shown('docs/versioned/install.md', content, {
      'docs/snippets/install.md': 'Use a package.\n',
    });
    expect(text).toContain('Use a package.');
  });

  test.each([
    ['docs/guides/cut.mdx', '<Include src="_partials/blade" />', 'docs/_partials/blade.mdx'],
    ['docs/guides/cut.mdx', '<Include src="../_partials/blade" />', 'docs/_partials/blade.mdx'],
    ['guides/cut.mdx', '<Snippet file="blade.mdx" />', 'snippets/blade.mdx'],
    [
      'src/content/docs/cut.mdx',
      '<Render file="blade" product="saw" />',
      'src/content/partials/saw/blade.mdx',
    ],
    [
      'apps/docs/content/guides/cut.mdx',
      '<$Partial path="saw/blade.mdx" />',
      'apps/docs/content/_partials/saw/blade.mdx',
    ],
    ['content/guides/cut.md', ':partial{content="blade"}', 'content/_partials/blade.md'],
    [
      'content/docs/cut.mdx',
      '<include>./parts/blade.mdx</include>',
      'content/docs/parts/blade.mdx',
    ],
    ['content/docs/cut.mdx', '<include cwd>parts/blade.mdx</include>', 'parts/blade.mdx'],
    ['docs/axes/cut.md', '!!!include(axes/_blade.md)!!!', 'docs/axes/_blade.md'],
    ['docs/cut.md', '{% include blade.md %}', '_includes/blade.md'],
    ['docs/en/saws/cut.md', ':[The blade](../shared/blade.md)', 'docs/en/shared/blade.md'],
    ['docs/cut.md', '{% include markdown.html path="_saw/blade.md" %}', '_includes/_saw/blade.md'],
    ['docs/cut.md', '{% include "../.gitbook/includes/blade.md" %}', '.gitbook/includes/blade.md'],
    ['docs/cut.md', '{% include "blade.md" %}', 'docs/snippets/blade.md'],
    ['docs/cut.md', '{% partial file="blade.md" /%}', 'partials/blade.md'],
    ['src/content/cut.md', "{% render 'saw/blade.md' %}", 'src/_includes/saw/blade.md'],
  ])('in %s, %s shows %s', async (page, include, file) => {
    const content = `# Cut\n\nFirst.\n\n${include}\n\nDone.\n`;
    const { text } = await shown(page, content, { [file]: 'Mind the blade.\n' });
    expect(text).toContain('First.\n\nMind the blade.\n\nDone.');
  });

  test('shows the section of an example that a component of Actix names', async () => {
    const content =
      '# Saw\n\nUse it:\n\n<CodeBlock example="saw" file="cut.rs" section="setup" />\n\nDone.\n';
    const rust = 'use saw;\n// <setup>\nsaw::cut();\n// </setup>\nfn other() {}\n';
    const { code } = await shown('docs/saw.md', content, { 'examples/saw/src/cut.rs': rust });
    expect(code).toEqual(['rust: saw::cut();']);
  });

  test.each([
    ['<ExampleTabs name="saw-basic" />', 'apps/site/src/examples/saw-basic.tsx'],
    [
      '<ComponentPreview\n  align="start"\n  name="bow-saw-basic"\n/>',
      'src/demos/bow-saw/basic.tsx',
    ],
    ['<ExamplesExample file="v-saw/cut" />', 'packages/docs/src/examples/v-saw/cut.tsx'],
  ])('shows the example of a UI library that %j names', async (component, path) => {
    const { code } = await shown('docs/page.mdx', `Cut:\n\n${component}\n`, {
      [path]: 'export const cut = 1;\n',
    });
    expect(code).toEqual(['tsx: export const cut = 1;']);
  });

  test('shows the demos of dumi as code, but not those for debugging', async () => {
    const content =
      '## Examples\n\n<code src="./demo/basic.tsx" iframe="200">Basic</code>\n<code src="./demo/odd.tsx" debug>Odd</code>\n<code src=\'./demo/long\'></code>\n\nDone.\n';
    const { code, text } = await shown('components/saw/index.md', content, {
      'components/saw/demo/basic.tsx': 'export default () => <Saw />;\n',
      'components/saw/demo/odd.tsx': 'export default () => <Odd />;\n',
      'components/saw/demo/long.jsx': 'export default () => <Long />;\n',
    });
    expect(code).toEqual([
      'tsx: export default () => <Saw />;',
      'jsx: export default () => <Long />;',
    ]);
    expect(text).toContain('Done.');
    expect(text).not.toContain('Odd');
  });

  test('shows the shared values and texts of GitHub Docs, also in lists and code', async () => {
    const content = `---
title: Saws
intro: 'Cut with {% data variables.product.saw %}'
---

{% data reusables.saws.note %} More.

1. {% data reusables.saws.start %}
1. Click {% octicon "gear" aria-hidden="true" aria-label="gear" %} **Oil**{% ifversion fpt %} here{% else %} there{% endif %}. See [AUTOTITLE](/saws/oil-saws#x).
1. {% data reusables.saws.missing %}

\`\`\`yaml
uses: {% data reusables.saws.action %}
\`\`\`

| Saw | Cuts |
| --- | --- |
| A | {% octicon "check" aria-label="Supported" %} |
`;
    const { code, text } = await shown('content/saws/cut.md', content, {
      'data/variables/product.yml':
        "# Names\nshort: 'Saw'\nsaw: '{% ifversion ghec %}Big{% elsif ghes %}Own{% else %}{% data variables.product.short %}{% endif %} 2'\n",
      'data/reusables/saws/note.md': 'Mind the blade.\n',
      'data/reusables/saws/start.md':
        'Start {% data variables.product.saw %}.\n\n{% data reusables.saws.note %}\n',
      'data/reusables/saws/action.md': 'saws/cut@v2\n',
    });
    expect(code).toEqual(['yaml: uses: saws/cut@v2']);
    expect(text).toContain('Cut with Saw 2');
    expect(text).toContain('Mind the blade. More.');
    expect(text).toContain('1. Start Saw 2.\n\n   Mind the blade.\n');
    expect(text).toContain('Click **Oil** here. See oil saws.');
    expect(text).toContain('| A | Supported |');
  });

  test('shows the file of this repository whose address on GitHub a component has', async () => {
    const address = 'https://raw.githubusercontent.com/me/saws/main/examples/app.py';
    const content = `Run:\n\n<RemoteCode\n\turl="${address}#L1"\n\ttitle="app.py"\n/>\n\n<Picture src="${address}" />\n`;
    const { code } = await shown('docs/page.mdx', content, { 'examples/app.py': python });
    expect(code).toEqual(['python: import os']);
  });

  test('shows the file of this repository whose address on GitHub a fence has', async () => {
    const address = 'https://github.com/me/saws/blob/main/examples/app.py';
    const page = (info: string, url: string): string => `Run:\n\n\`\`\`${info}\n${url}\n\`\`\`\n`;
    const code = async (info: string, url: string): Promise<string[]> => {
      const files = { 'examples/app.py': python };
      return (await shown('docs/page.md', page(info, url), files)).code;
    };

    expect(await code('py title="app.py" reference', address)).toEqual([`py: ${python.trim()}`]);
    expect(await code('py reference', `${address}#L9-L10`)).toEqual([
      'py: def two():\n    return 2',
    ]);
    expect(await code('py reference', `${address}#L1`)).toEqual(['py: import os']);
    const elsewhere = address.replace('app', 'b');
    expect(await code('py reference', elsewhere)).toEqual([`py: ${elsewhere}`]);
    expect(await code('py', address)).toEqual([`py: ${address}`]);
  });

  test('does not show a part with tags of its own', async () => {
    const content = "# Cut\n\n{% render 'rule.md', name: 'blade' %}\n\nDone.\n";
    const file = 'Mind {{ name }}.\n';
    const { text } = await shown('docs/cut.md', content, { 'docs/_includes/rule.md': file });
    expect(text).toContain('Done.');
    expect(text).not.toContain('Mind');
  });

  test('shows a part with links and values of the site, and with parts of its own', async () => {
    const content = '# Cut\n\n{% include_cached {{ page.version.name }}/blade.md %}\n\nDone.\n';
    const { text } = await shown('docs/v2/saws/cut.md', content, {
      'docs/_includes/v1/blade.md': 'Old.\n',
      'docs/_includes/v2/blade.md':
        'Mind the [blade]({% link {{ page.version.name }}/blade.md %}) of {{ site.data.names.saw }}.\n\n{% include {{page.version.name}}/oil.md %}\n',
      'docs/_includes/v2/oil.md': 'Oil the {{ site.data.names.saw }}.\n',
      'docs/_data/names.yml': 'saw: Saw 2\n',
    });
    expect(text).toContain('Mind the blade of Saw 2.\n\nOil the Saw 2.\n\nDone.');
  });

  test('shows a part that pages of Grafana share', async () => {
    const content =
      '# Saw\n\n{{< docs/shared source="saw" lookup="notes/blade.md" version="<SAW_VERSION>" >}}\n';
    const { text } = await shown('docs/sources/v2/use/saw.md', content, {
      'docs/sources/v2/shared/notes/blade.md': '---\ntitle: Blade\n---\n\nMind the blade.\n',
    });
    expect(text).toContain('Mind the blade.');
    expect(text).not.toContain('title');
  });

  test('shows the HTML of a shortcode of the site, unless that is a template', async () => {
    const row = '<tr><td><h5>saw.teeth</h5></td><td>Count of teeth.</td></tr>';
    const table = `<table>\n<tr><th>Key</th><th>Use</th></tr>\n${row}\n</table>\n`;
    const content = '# Saw\n\nKeys:\n{{< generated/saw_keys >}}\n\n{{% tools/cut %}}\n';
    const { text } = await shown('docs/content/use/saw.md', content, {
      'docs/layouts/shortcodes/generated/saw_keys.html': table,
      'docs/layouts/shortcodes/tools/cut.html': '<p>{{ .Page.Title }}</p>\n',
    });
    expect(text).toContain('| saw.teeth | Count of teeth. |');
    expect(text).not.toContain('.Page');
  });

  test('shows the part that a page of Redis embeds', async () => {
    const content = '# Saw\n\n{{<embed-md "blade.md">}}\n\nDone.\n';
    const { text } = await shown('content/use/saw.md', content, {
      'content/embeds/blade.md': 'Mind the blade.\n',
    });
    expect(text).toContain('Mind the blade.');
  });

  test.each([
    ['{{< include "saws/blade.yaml" "yaml" >}}', 'site/static/saws/blade.yaml'],
    [
      '{{< include file="saws/blade.yaml" code="true" lang="yaml" >}}',
      'site/static/saws/blade.yaml',
    ],
    ['{{< readfile file="/saws/blade.yaml" code="true" lang="yaml" >}}', 'saws/blade.yaml'],
    ['{{< example src="saws/blade.yaml" lang="yaml" >}}', 'saws/blade.yaml'],
  ])('shows the sample of the shortcode %s', async (include, file) => {
    const content = `# Saw\n\nUse it:\n\n${include}\n\nDone.\n`;
    const { code } = await shown('site/content/en/docs/use/saw.md', content, {
      [file]: 'blade: 1\n',
    });
    expect(code).toEqual(['yaml: blade: 1']);
  });

  test('shows the part of a shortcode inside of code', async () => {
    const content =
      '# Saw\n\nUse it:\n\n```yaml\nsaw:\n  teeth: 8\n  {{% g_include file="includes/blade.md" %}}\n```\n';
    const { code } = await shown('content/saw.md', content, {
      'content/includes/blade.md': 'blade: 1\n',
    });
    expect(code).toEqual(['yaml: saw:\n  teeth: 8\n  blade: 1']);
  });

  test.each([
    ['{{% include blade.md %}}', 'content/en/docs/_includes/blade.md'],
    ['{{% include "saws/blade.md" lang="js" %}}', 'content/en/docs/_includes/saws/blade.md'],
    ['{{% include "/_common/blade.md" %}}', 'content/en/_common/blade.md'],
    ['{{% include "_common/blade" %}}', 'content/en/_common/blade.md'],
    ['{{% g_include file="includes/blade.md" %}}', 'content/includes/blade.md'],
    ['{{% readfile "blade.md" %}}', 'content/en/docs/use/blade.md'],
    ['{{<embed-yaml "saws/blade.md" "blade.yaml">}}', 'content/embeds/saws/blade.md'],
    ['{{< boilerplate blade >}}', 'content/en/docs/boilerplates/blade.md'],
  ])('shows the part of the shortcode %s', async (include, file) => {
    const content = `# Saw\n\nFirst.\n\n${include}\n\nDone.\n`;
    const { text } = await shown('content/en/docs/use/saw.md', content, {
      [file]: 'Mind the blade.\n',
    });
    expect(text).toContain('First.\n\nMind the blade.\n\nDone.');
  });

  test('shows the samples and parts of pages of Kubernetes', async () => {
    const content =
      '# Saw\n\nUse it:\n\n{{% code_sample file="pods/saw.yaml" %}}\n\n{{< include "blade.md" >}}\n\nDone.\n';
    const { code, text } = await shown('content/en/docs/use/saw.md', content, {
      'content/en/examples/pods/saw.yaml': 'kind: Pod\n',
      'content/en/includes/blade.md': 'Mind the blade.\n',
    });
    expect(code).toEqual(['yaml: kind: Pod']);
    expect(text).toContain('Mind the blade.');
  });

  test('keeps a snippet in its list item', async () => {
    const content =
      '# Guide\n\n1. Make it:\n\n    ```py\n    --8<-- "app.py"\n    ```\n\n2. Mend it.\n';
    const { code } = await shown('docs/guide.md', content, { 'app.py': 'def make():\n    pass\n' });
    expect(code).toEqual(['py: def make():\n    pass']);
  });

  test('shows the lines of a FastAPI include, found from the root of its site', async () => {
    const { code } = await shown(
      'docs/en/docs/tutorial/first.md',
      '# First\n\nMake it:\n\n{* ../../docs_src/first/app.py ln[1:2,5] hl[2] *}\n',
      { 'docs_src/first/app.py': 'a = 1\nb = 2\nc = 3\nd = 4\ne = 5\n' },
    );
    expect(code).toEqual(['python: a = 1\nb = 2\ne = 5']);
  });
});

describe('VitePress, Svelte, Quarto, MDX and MyST', () => {
  const script = '// #region use\nuse()\n// #endregion use\nclose()\n';

  test.each([
    ['<<< @/snippets/a.js', 'js: use()\nclose()'],
    ['<<< ../snippets/a.js{2}', 'js: use()\nclose()'],
    ['@[code](@snippets/a.js)', 'js: // #region use\nuse()\n// #endregion use\nclose()'],
    ['@[code{4-4} ts:no-line-numbers](../snippets/a.js)', 'ts: close()'],
    ['<<< @/snippets/a.js#use{1 ts:line-numbers} [Use it]', 'ts: use()'],
  ])('shows the code of %s', async (include, expected) => {
    const { code } = await shown('docs/guide/a.md', `# Guide\n\nUse it:\n\n${include}\n`, {
      'docs/snippets/a.js': script,
    });
    expect(code).toEqual([expected]);
  });

  test.each([
    ['~/snippets/a', 'const saw = oil(blade)\ncut(saw)'],
    ['~/snippets/a:use', 'cut(saw)'],
    ['~/snippets/a:use /saw/plane/ /cut/run/', 'run(plane)'],
  ])('shows in a block of code the file that Vocs includes as %s', async (target, expected) => {
    const content = `# Guide\n\nUse it:\n\n\`\`\`ts [saw.ts]\n// [!include ${target}]\n\`\`\`\n`;
    const file = 'const saw = oil(blade)\n// [!region use]\ncut(saw)\n// [!endregion use]\n';
    const { code } = await shown('docs/pages/a.mdx', content, { 'docs/snippets/a': file });
    expect(code).toEqual([`ts: ${expected}`]);
  });

  test.each([
    ['1. {{< readfile file="oil.md" >}}\n1. Cut.', '1. Oil it.\n\n   Wait.\n1. Cut.'],
    [
      '<table><tr><th>A</th></tr>\n<tr><td>{{< readfile file="oil.md" >}}</td></tr>\n</table>',
      '| A |\n| --- |\n| Oil it. Wait. |',
    ],
    ['Oil\n:   {{< readfile file="oil.md" >}}', 'Oil\n:   Oil it.\n\nWait.'],
  ])('shows a part in an item, a cell or a definition: %j', async (content, expected) => {
    const files = { 'docs/oil.md': 'Oil it.\n\nWait.\n' };
    const { text } = await shown('docs/saw.md', `# Saw\n\n${content}\n`, files);
    expect(text).toContain(expected);
  });

  test('leaves out replacements of Vocs that multiply the text', async () => {
    const queries = ` /a/${'a'.repeat(20)}/`.repeat(10);
    const content = `# Saw\n\n\`\`\`ts\n// [!include ~/a.ts${queries}]\n\`\`\`\n`;
    const { code } = await shown('docs/saw.mdx', content, { 'docs/a.ts': 'a\n'.repeat(100) });
    expect(code.join('').length).toBeLessThan(1_000_000);
  });

  test('shows the code of a definition of Play, whose term names the language', async () => {
    const content = '# Saw\n\nUse it:\n\nScala\n: @[use](code/Saw.scala)\n\nCut.\n';
    const { code, text } = await shown('docs/saw.md', content, {
      'docs/code/Saw.scala': 'import saw._\n//#use\ncut()\n//#use\n',
    });
    expect(code).toEqual(['scala: cut()']);
    expect(text).toContain('Use it:\n\nScala\n\nCut.');
  });

  test.each([
    ['{{code "saw.go"}}', 'package saw\n\nfunc Cut() {\n\toil()\n}\n\nvar Blade = 1'],
    ['{{play "saw.go" `/^func/` `/^}/`}}', 'func Cut() {\n\toil()\n}'],
    ['{{code "saw.go" `/oil\\(/` HL}}', undefined],
    ['{{code "saw.go" `/oil\\(/` "HL1"}}', 'oil()'],
    ['{{code "/saw.go" 0 `/fu.*Cut/` `$`}}', 'func Cut() {\n\toil()\n}\n\nvar Blade = 1'],
    ['{{code "saw.go" `/[xy]/`}}', undefined],
  ])('shows the code of %s', async (include, expected) => {
    const saw = 'package saw\n\n// START OMIT\nfunc Cut() {\n\toil() // HL1\n}\n\nvar Blade = 1\n';
    const { code, text } = await shown('blog/a.md', `# Saws\n\nUse it:\n\n${include}\n`, {
      'blog/saw.go': saw,
    });
    expect(code).toEqual(expected === undefined ? [] : [`go: ${expected}`]);
    expect(text).not.toContain('{{code "saw.go" `/[xy]');
  });

  const part = '# Part\n\nOne.\n\n## Basic usage\n\nTwo.\n\n## More\n\nThree.\n';

  test.each([
    ['<!--@include: ./part.md-->', ['One.', 'Two.', 'Three.']],
    ['<!--@include: ./part.md{4,8}-->', ['Two.']],
    ['<!--@include: ./part.md{8,}-->', ['Three.']],
    ['<!--@include: ./part.md#basic-usage-->', ['Two.']],
    ['<!-- @include part.md -->', ['One.', 'Two.', 'Three.']],
    ['@include part.md', ['One.', 'Two.', 'Three.']],
    ['{{< include part.md >}}', ['One.', 'Two.', 'Three.']],
  ])('reads what %s chooses as a part of the page', async (include, expected) => {
    const content = `# Guide\n\n${include}\n`;
    const { text } = await shown('docs/guide.md', content, { 'docs/part.md': part });
    expect(['One.', 'Two.', 'Three.'].filter((word) => text.includes(word))).toEqual(expected);
  });

  test('reads a part from the root of a site of VitePress', async () => {
    const { text } = await shown('site/react/a.md', '# A\n\n<!-- @include: @shared/part.md -->\n', {
      'site/shared/part.md': part,
    });
    expect(text).toContain('Three.');
  });

  test('reads a generated file in a folder that begins with a dot, in MDX too', async () => {
    const { text } = await shown('docs/guide.mdx', '# Guide\n\n@include .generated/errors.md\n', {
      'docs/.generated/errors.md': '### widget_broken\n\nThe widget is broken.\n',
    });
    expect(text).toContain('The widget is broken.');
  });

  test('reads the Markdown that MDX imports in a fence of Docusaurus, several on a line', async () => {
    const page =
      "# Guide\n\n```mdx-code-block\nimport Tabs from '@theme/Tabs'; import Cut from './_cut.md'; import\nOil from './\\\\_oil.md';\n\n<Cut />\n```\n\n<Oil />\n";
    const { text } = await shown('docs/guide.md', page, {
      'docs/_cut.md': 'Cut along the line.\n',
      'docs/_oil.md': 'Oil the blade.\n',
    });
    expect(text).toContain('Cut along the line.');
    expect(text).toContain('Oil the blade.');
    expect(text).not.toContain('import');
  });

  test.each([
    ['@parts/oil.mdx', 'src/content/_parts/oil.mdx'],
    ['@parts/oil.mdx', 'src/parts/oil.mdx'],
    ['~/parts/oil.mdx', 'site/parts/oil.mdx'],
    ['siteContent/_parts/oil.mdx', '_parts/oil.md'],
  ])('reads what MDX imports by an alias: %s', async (name, file) => {
    const page = `import Oil from '${name}';\n\n# Saw\n\n<Oil />\n`;
    const { text } = await shown('docs/saw.mdx', page, { [file]: 'Oil the blade.\n' });

    expect(text).toContain('Oil the blade.');
  });

  test('reads the Markdown that a component of MDX shows by its attributes', async () => {
    const page =
      "import cut from './cut.md';\nimport oil from './oil.md';\nimport saw from './saw.md';\n\n<Play\n  title=\"cut\"\n  parts={{\n    cut,\n    saw: { files: { 'a/saw.js': oil } },\n  }}\n/>\n";
    const { code, text } = await shown('docs/guide.mdx', page, {
      'docs/cut.md': '```js\ncut();\n```\n',
      'docs/oil.md': '```js\noil();\n```\n',
      'docs/saw.md': 'Not shown.\n',
    });

    expect(code).toEqual(['js: cut();', 'js: oil();']);
    expect(text).not.toContain('Not shown.');
  });

  test('reads the imports in a fence of Docusaurus within a longer one', async () => {
    const page =
      '# Saw\n\n````mdx-code-block\n<Tabs>\n\n```mdx-code-block\nimport saw from "!!raw-loader!./saw.sh"\n\n<CodeBlock language="sh"> {saw} </CodeBlock>\n```\n\n</Tabs>\n````\n\n```sh\noil\n```\n';
    const { code } = await shown('docs/saw.mdx', page, { 'docs/saw.sh': 'saw board\n' });

    expect(code).toEqual(['bash: saw board', 'sh: oil']);
  });

  test('leaves out the imports of imported Markdown', async () => {
    const page = "import Oil from './_oil.mdx';\n\n- Saw:\n\n  <Oil />\n";
    const { text } = await shown('docs/saw.mdx', page, {
      'docs/_oil.mdx': "import { Tabs } from '@theme/Tabs';\n\nOil the blade.\n",
    });

    expect(text).toContain('Oil the blade.');
    expect(text).not.toContain('import');
  });

  test('replaces the properties of imported Markdown outside of its code', async () => {
    const page = 'import Oil from \'./_oil.mdx\';\n\n<Oil part="blade" />\n';
    const { code, text } = await shown('docs/saw.mdx', page, {
      'docs/_oil.mdx': 'Oil the {props.part}{props.side}.\n\n```jsx\n<a>{props.part}</a>\n```\n',
    });

    expect(text).toContain('Oil the blade.');
    expect(code).toEqual(['jsx: <a>{props.part}</a>']);
  });

  test('reads the Markdown that MDX imports, and shows the raw files that it imports as code', async () => {
    const page = [
      "import Install from '@site/docs/_install.mdx';",
      "import app from '!!raw-loader!./app.py';",
      "import run from '../run.sh?raw'",
      "import { Tabs } from '@theme/Tabs';",
      '# Guide',
      '<Install os="linux" />',
      'Run it:',
      '<CodeBlock language="py">{app}</CodeBlock>',
      '{run}',
      '<Tabs />',
    ];
    const { code, text } = await shown('site/docs/guide/a.mdx', page.join('\n\n'), {
      'site/docs/_install.mdx': '## Installation\n\nUse a package.\n',
      'site/docs/guide/app.py': 'app()\n',
      'site/docs/run.sh': 'run\n',
    });
    expect(text).toContain('Use a package.');
    expect(code).toEqual(['python: app()', 'bash: run']);
  });

  test('shows the raw file that a component of MDX shows by an attribute', async () => {
    const page = `import Saw from '!!raw-loader!/_code/saw.ts';
import Query from '!!raw-loader!/_code/query.py';

# Saw

Use it:

<Tabs>
  <TabItem value="ts" label="TypeScript">
    <FilteredTextBlock
      text={Saw}
      startMarker="// START Cut"
      endMarker="// END Cut"
      language="tsindent"
    />
  </TabItem>
</Tabs>

<Code code={Query} lang="graphql" title="Query" />

<Code code={Missing} lang="ts" />

Done.
`;
    const saw = 'const saw = 1;\n  // START Cut\n  cut(saw);\n  // END Cut\nstop();\n';
    const files = { '_code/saw.ts': saw, '_code/query.py': '{ saws }\n' };
    const { code, text } = await shown('docs/saw.mdx', page, files);
    expect(code).toEqual(['ts: cut(saw);', 'graphql: { saws }']);
    expect(text).toContain('TypeScript');
    expect(text).toContain('Done.');
  });

  test('shows the text of a constant that a component of MDX shows as code', async () => {
    const page = `import { Play } from './Play';
import {
  cut,
  setUp as prepare,
} from './saw';
import { oil } from '@site/samples/oil.js'

# Saw

Cut:

<div style={{ margin: 1 }}>
  <Play code={cut} setupCode={prepare} />
</div>

<Play code={oil} />

<Play code={prepare} />

<Play of={cut} />
`;
    const saw =
      "import a from 'a';\n\nexport const setUp = `${a}`;\nexport const cut = `saw\n  .cut(\\`oak\\`)`\n";
    const files = {
      'docs/saw.ts': saw,
      'docs/Play.tsx': 'export const Play = 1;',
      'samples/oil.js': "export const oil: string = 'oil(saw);';\n",
    };
    const { code } = await shown('docs/saw.mdx', page, files);
    expect(code).toEqual(['ts: saw\n  .cut(`oak`)', 'js: oil(saw);']);
  });

  test('shows the sample that a tag of a site names by its folder and its file', async () => {
    const page =
      '# Saw\n\nCut:\n\n{% playground-example "saws/cut/" "cut.ts" %}\n\n{%- code_sample \'saws/oil.js\' -%}\n\n{% example "saws" %}\n\nDone.\n';
    const files = { 'site/samples/saws/cut/cut.ts': 'cut();\n', 'saws/oil.js': 'oil();\n' };
    const { code } = await shown('site/docs/saw.md', page, files);
    expect(code).toEqual(['ts: cut();', 'js: oil();']);
  });

  test('shows a raw file within a call, and in a component with an end tag', async () => {
    const page =
      'import cut from \'!!raw-loader!./cut.dart\';\n\n# Saw\n\n<CodeBlock language="dart">{trimmed(cut)}</CodeBlock>\n\nThen:\n\n<Snippet of={cut}></Snippet>\n';
    const { code } = await shown('docs/saw.mdx', page, { 'docs/cut.dart': 'cut();\n' });
    expect(code).toEqual(['dart: cut();', 'dart: cut();']);
  });

  test('shows the code of a MyST literalinclude', async () => {
    const content = '# Guide\n\nUse it:\n\n```{literalinclude} app.py\n:lines: 9-10\n```\n';
    const { code } = await shown('docs/guide.md', content, { 'docs/app.py': python });
    expect(code).toEqual(['python: def two():\n    return 2']);
  });
});

describe('every format', () => {
  test.each([
    ['a.rst', 'A\n=\n\n.. include:: missing.txt\n\nText.\n'],
    ['a.rst', 'A\n=\n\n.. literalinclude:: missing.py\n\nText.\n'],
    ['a.adoc', '= A\n\ninclude::missing.adoc[]\n\nText.\n'],
    ['a.md', '# A\n\n{{#include missing.rs}}\n\n<<< @/missing.js\n\nText.\n'],
    ['a.md', '# A\n\n--8<-- "missing.md"\n\n{* missing.py *}\n\n@include missing.md\n'],
  ])('leaves %s as it is if the file is missing', (path, content) => {
    const document = { path, content, format: formatOf(path), hash: '' };
    expect(withIncludes({ ...document, included: {} }).content).toBe(content);
  });

  test('looks only at paths of the repository', () => {
    const asked = (include: string): string[][] =>
      neededIncludes({
        path: 'docs/a.md',
        content: `# A\n\n${include}\n`,
        format: 'markdown',
        hash: '',
      });
    expect(asked('--8<-- "https://example.org/a.md"')).toEqual([]);
    expect(asked('{{#include ../../../../etc/passwd}}')).toEqual([]);
    expect(asked('{{#include ../../etc/passwd}}')).toEqual([]);
    expect(asked('{{#include /etc/passwd}}')).toEqual([['docs/etc/passwd', 'etc/passwd']]);
    expect(asked(`{{#include ${'a/'.repeat(500)}b.md}}`)).toEqual([]);
  });

  test('reads a file that includes itself, or the document, once', async () => {
    const { text } = await shown('a.md', '# A\n\n{{#include b.md}}\n', {
      'a.md': 'Again.',
      'b.md': 'Words of b.\n\n{{#include b.md}}\n\n{{#include a.md}}\n',
    });
    expect(text.match(/Words of b\./g)).toHaveLength(1);
    expect(text).not.toContain('Again.');
  });

  test.each([
    ['md', (name: string) => `{{#include ${name}.md}}\n`],
    ['rst', (name: string) => `.. include:: ${name}.rst\n\n`],
    ['adoc', (name: string) => `include::${name}.adoc[]\n\n`],
  ])('bounds files of %s that include each other many times over', (extension, include) => {
    const included = Object.fromEntries(
      'abcdefgh'.split('').map((name, at, names) => {
        const next = names[at + 1];
        const text = 'x'.repeat(1000) + '\n\n' + (next ? include(next).repeat(30) : '');
        return [`${name}.${extension}`, text];
      }),
    );
    const path = `start.${extension}`;
    const content = `Start\n\n${include('a').repeat(30)}`;
    const document = { path, format: formatOf(path), content, hash: '', included };
    const cpuSeconds = startCpuClock();
    expect(withIncludes(document).content.length).toBeLessThan(2 * includeLimits.characters);
    expect(cpuSeconds()).toBeLessThan(2);
  });

  test('leaves out binary files and files that are too large', () => {
    const included = {
      'a.bin.md': 'a\0b',
      'b.md': 'x'.repeat(includeLimits.fileCharacters + 1),
    };
    const content = '# A\n\n{{#include a.bin.md}}\n\n{{#include b.md}}\n';
    const document = { path: 'a.md', format: 'markdown' as const, content, hash: '', included };
    expect(withIncludes(document).content).toBe(content);
  });

  test('reads hostile lines in linear time', () => {
    const lines = [
      "import raw from './raw.js?raw'",
      ...Array.from({ length: 20_000 }, () => '<Code code={raw}'),
      '{{#include '.repeat(20_000),
      `--8<-- "${'a'.repeat(500_000)}`,
      `<<< ${'{'.repeat(200_000)}`,
      `<!--@include: ${' '.repeat(200_000)}`,
      ...Array.from({ length: 5000 }, (_, at) => `--8<--\nmissing-${at}.md`),
      ...Array.from({ length: 5000 }, (_, at) => `{{#include missing-${at}.md}}`),
      ...Array.from({ length: 5000 }, (_, at) => `<!--codeinclude-->\n[a](missing-${at}.js`),
      '{{ a'.repeat(100_000),
      '{{< docs/shared lookup="'.repeat(20_000),
      ...Array.from({ length: 2000 }, () => `{{< include ${'a="b '.repeat(150)}>}}`),
      ...Array.from({ length: 2000 }, () => `:[${'a'.repeat(200)}](${'a.md'.repeat(75)}`),
      ...Array.from({ length: 2000 }, () => `{% include ${'a.md.'.repeat(58)} %}`),
      ...Array.from({ length: 2000 }, () => `{% include {{ page.a }}/${'{{a}}'.repeat(300)}`),
      ...Array.from({ length: 2000 }, () => `<Include ${'src="a '.repeat(70)}/>`),
      '{{< embed-md "'.repeat(20_000),
      '[!code-a['.repeat(20_000),
      ':::code source="'.repeat(20_000),
      'import a from '.repeat(50_000),
      "import a from './a.md'; ".repeat(20_000),
      '```mdx-code-block\n'.repeat(5000),
      `\`\`\`js ${'reference'.repeat(20_000)}`,
      `https://github.com/${'a/'.repeat(100_000)}`,
      ...Array.from({ length: 2000 }, () => `<SawPreview name="a${'-a'.repeat(8)}" />`),
      ...Array.from({ length: 2000 }, () => `<${'Preview'.repeat(8)} a="`),
      '```',
      ...Array.from({ length: 2000 }, () => `\`\`\`js ${' reference'.repeat(30)}s`),
    ];
    const cpuSeconds = startCpuClock();
    const document = { path: 'a/b/c/d.md', format: 'markdown' as const, content: lines.join('\n') };
    const asked: string[][] = [];
    expandIncludes(document, (candidates) => {
      asked.push(candidates);
      return undefined;
    });
    expect(asked.length).toBeLessThanOrEqual(includeLimits.uses);
    expect(cpuSeconds()).toBeLessThan(2);
  });
});

describe('codeinclude of MkDocs', () => {
  const java =
    'class App {\n  @Test\n  void opens() {\n    // start {\n    var a = new App();\n    if (a.ok()) { a.run(); }\n    // }\n    a.close();\n  }\n}\n';
  const page = (link: string): string =>
    `# App\n\nOpen it:\n\n<!--codeinclude-->\n${link}\n<!--/codeinclude-->\n\nDone.\n`;

  const opens =
    'void opens() {\n  // start {\n  var a = new App();\n  if (a.ok()) { a.run(); }\n  // }\n  a.close();\n}';

  test('labels code with a title that has code', async () => {
    const content = page('[Content of `App.java`](../src/App.java)');
    const { code, text } = await shown('docs/app.md', content, { 'src/App.java': 'run();\n' });
    expect(code).toEqual(['java: run();']);
    expect(text).toContain('Done.');
  });

  test.each([
    ['inside_block:start', 'var a = new App();\nif (a.ok()) { a.run(); }'],
    ['block:void opens', opens],
    ['', java.trimEnd()],
  ])('shows the lines that %j chooses', async (options, expected) => {
    const content = page(`[Opening an app](../src/App.java) ${options}`);
    const { code, text } = await shown('docs/app.md', content, { 'src/App.java': java });
    expect(code).toEqual([`java: ${expected}`]);
    expect(text).toContain('Open it:');
    expect(text).toContain('Done.');
  });

  test('keeps the link if the file has no such block', async () => {
    const content = page('[Opening an app](../src/App.java) inside_block:other');
    const { code, text } = await shown('docs/app.md', content, { 'src/App.java': java });
    expect(code).toEqual([]);
    expect(text).toContain('Opening an app');
  });
});

describe('variables of MkDocs', () => {
  const page =
    '# Install\n\nGet {{ latest_version }} or {{versions.old}}:\n\n```sh\nget {{latest_version}} {{ other }} ${{ latest_version }}\n```\n';
  const config =
    'plugins:\n  - macros\nmarkdown_extensions:\n  - emoji: !!python/name:a.b\nextra:\n  latest_version: 2.10\n  versions: { old: 1 }\n';

  test('have the values of the site, in text and in code', async () => {
    const { code, text } = await shown('docs/a/install.md', page, { 'mkdocs.yml': config });
    expect(text).toContain('Get 2.10 or 1:');
    expect(code).toEqual(['sh: get 2.10 {{ other }} ${{ latest_version }}']);
  });

  test('stay as they are if no plugin of the site replaces them, or the configuration is no YAML', async () => {
    for (const text of [config.replace('macros', 'search'), '{{', 'extra: 1', '['.repeat(5_000)]) {
      const { code } = await shown('docs/install.md', page, { 'mkdocs.yml': text });
      expect(code).toEqual(['sh: get {{latest_version}} {{ other }} ${{ latest_version }}']);
    }
  });
});

describe('the variables of a site of Jekyll', () => {
  const page =
    '---\ntitle: Saw\nlevel: 2\n---\n\n## {{-site.data.products.saw-}} {{ page.level }} of {{ site.data.none.a }}\n\n{% raw %}\nWrite `{{ page.title }}`.\n{% endraw %}\n\nFor {{ site.version }}.\n';
  const files = {
    'docs/_config.yml': 'version: 2.10\n',
    'docs/_data/products.yml': 'saw: Power saw\n',
  };

  test('have the values of the page, of the site and of its data', async () => {
    const { text } = await shown('docs/a/oil.md', page, files);
    expect(text).toContain('Power saw 2 of');
    expect(text).toContain('Write `{{ page.title }}`.');
    expect(text).toContain('For 2.10.');
  });

  test.each(['_config.yaml', '_config_base.yml', 'jekyll.yml'])(
    'have the values of %s',
    async (name) => {
      const { text } = await shown('docs/a/oil.md', page, { [name]: 'version: 2.10\n' });
      expect(text).toContain('For 2.10.');
    },
  );

  test('stay as they are without a configuration, except for the data', async () => {
    const { text } = await shown('docs/a/oil.md', page, { 'docs/_data/products.yml': 'saw: a' });
    expect(text).toContain('a {{ page.level }} of');
    expect(text).toContain('For {{ site.version }}.');
  });
});

test('the variables of a site of Elastic have the values of its docset', async () => {
  const { text } = await shown('docs/reference/saw.md', '# Saw\n\nOpen {{saw-ui}} of {{co}}.\n', {
    'docs/docset.yml': 'project: Saw\nsubs:\n  saw-ui:   "Saw Desk"\n',
  });
  expect(text).toContain('Open Saw Desk of {{co}}.');
});

describe('the parameters of a site of Hugo', () => {
  const page =
    'Get {{< param "version" >}}:\n\n```sh\nget {{% param vers.core %}} {{< param other >}}\n```\n';

  test.each([
    ['site/hugo.toml', '[params]\nversion = "v2"\nvers = { core = "v2.1" }\n'],
    ['site/config.yaml', 'params:\n  version: v2\n  vers:\n    core: v2.1\n'],
  ])('have the values of %s', async (path, text) => {
    const { code, text: prose } = await shown('site/content/en/install.md', page, { [path]: text });
    expect(prose).toContain('Get v2:');
    expect(code).toEqual(['sh: get v2.1 {{< param other >}}']);
  });

  test('have the values of the page, of the nearest section, and of the site, in this order', async () => {
    const content =
      '---\ntitle: Saw\nOwn: page\n---\n\nA {{% param own %}}, B {{% param near.Vers %}}, C {{< param "FAR" >}}, D {{< param all >}}.\n';
    const { text } = await shown('content/docs/saw/install.md', content, {
      'config/_default/params.yaml': 'all: site\nfar: site\nown: site\n',
      'content/docs/_index.md':
        '+++\n[[cascade]]\nFAR = "1.0"\n[cascade.params]\nnear = { vers = "0.1" }\n+++\n',
      'content/docs/saw/_index.md': '---\ncascade:\n  near:\n    vers: 2.10\n  own: section\n---\n',
    });
    expect(text).toContain('A page, B 2.10, C 1.0, D site.');
  });

  test('stay as they are if the configuration cannot be read', async () => {
    for (const text of ['[params', 'params = 1', '['.repeat(50_000), `a = ${'['.repeat(50_000)}`]) {
      const { code } = await shown('content/install.md', page, { 'hugo.toml': text });
      expect(code).toEqual(['sh: get {{% param vers.core %}} {{< param other >}}']);
    }
  });
});

describe('Writerside', () => {
  test('shows the chosen lines of a file below an empty code block', async () => {
    const content =
      '# Limits\n\nSee:\n\n```kotlin\n```\n{src="snippets/app.kt" include-lines="1,3"}\n\nDone.\n';
    const { code } = await shown('topics/limits.md', content, {
      'codeSnippets/snippets/app.kt': 'fun one()\nfun two()\nfun three()\n',
    });

    expect(code).toEqual(['kotlin: fun one()\nfun three()']);
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
