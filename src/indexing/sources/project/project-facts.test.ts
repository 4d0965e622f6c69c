import { describe, expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { describingFiles, describingKind } from './describing-files.ts';
import { readProject } from './project-facts.ts';

const of = (path: string, text: string) => readProject([{ path, text }]);

test.each([
  ['forge-docs', 'forge'],
  ['acme-forge-website', 'acme-forge'],
  ['docs', undefined],
  ['forge-docs-theme', 'forge-docs-theme'],
])('the package %s is the site of %s', (name, title) => {
  expect(of('package.json', JSON.stringify({ name })).title).toBe(title);
});

describe('a project is described by', () => {
  test.each([
    ['mkdocs.yml', 'site_name: Forge # the name\nsite_description: "Makes: anvils"\n'],
    [
      'website/docusaurus.config.ts',
      "// title: 'Old',\nexport default { title: 'Forge', tagline: \"Makes: anvils\", themeConfig: { navbar: { title: 'Other' } } }",
    ],
    [
      'docusaurus.config.ts',
      'const site = {\n  "title": "Forge",\n  "tagline": "Makes: anvils",\n  themeConfig: { footer: { links: [{ title: \'Docs\' }] } },\n};',
    ],
    [
      'hugo.toml',
      'baseURL = "/"\ntitle = "Forge"\n[params]\n  description = "Makes: anvils"\n  title = "x"\n',
    ],
    [
      'docs/config.toml',
      'base_url = "https://x.example"\ntitle = "Forge"\ndescription = "Makes: anvils"\n[extra]\n',
    ],
    [
      'docs/.vitepress/config.mts',
      "export default defineConfig({\n  title: 'Forge',\n  description: `Makes: anvils`,\n})",
    ],
    [
      'docs/.vuepress/config.ts',
      "import { x } from 'y'\nexport default { title: 'Forge', description: 'Makes: anvils' }",
    ],
    [
      'rspress.config.ts',
      "export default defineConfig({ root: 'docs', title: 'Forge', description: 'Makes: anvils' })",
    ],
    [
      'astro.config.mjs',
      "const links = [{ title: 'Chat' }];\nexport default { integrations: [starlight({ title: 'Forge', description: 'Makes: anvils' })] };",
    ],
    ['docs/docs.json', '{"name":"Forge","description":"Makes: anvils","navigation":{}}'],
    ['mint.json', '{"name":"Forge","description":"Makes: anvils","navigation":[]}'],
    ['book.json', '{"title":"Forge","description":"Makes: anvils","plugins":[]}'],
    [
      'book.toml',
      '[book]\ntitle = "Forge"\ndescription = "Makes: anvils"\n[output.html]\ntitle = "x"\n',
    ],
    [
      'pyproject.toml',
      '[build-system]\nname = "no"\n[project]\nname = "Forge"\ndescription = "Makes: anvils"\n',
    ],
    ['setup.cfg', '[metadata]\nname = Forge\ndescription = Makes: anvils\n'],
    [
      'setup.py',
      'names = [dict(name="no")]\nsetup(\n    name="Forge",  # the name\n    description="Makes: anvils",\n    extras={"name": "x"},\n)\n',
    ],
    [
      'setup.py',
      'if __name__ == "__main__":\n    setup(name="Forge", description="Makes: anvils")\n',
    ],
    ['Cargo.toml', '[package]\nname = "Forge"\ndescription = "Makes: anvils"\n'],
    ['package.json', '{"name":"Forge","description":"Makes: anvils"}'],
    [
      'mix.exs',
      'def project do\n  [\n    app: :forge,\n    description: "Makes: anvils",\n    name: "Forge",\n    docs: docs()\n  ]\nend\n',
    ],
    ['forge.gemspec', "s.name = 'Forge'\n  s.summary = 'Makes: anvils'\n"],
    [
      'pom.xml',
      '<project><parent><name>P</name></parent><artifactId>forge</artifactId><name>Forge</name><description>Makes: anvils</description><dependencies><dependency><name>D</name></dependency></dependencies></project>',
    ],
  ])('%s', (path, text) => {
    expect(of(path, text)).toMatchObject({ title: 'Forge', description: 'Makes: anvils' });
  });

  test.each(['Forge Aggregator', 'Forge - Parent', 'Forge Build Parent POM'])(
    'the role of a project of Maven, as in %s, is no part of the title',
    (name) => {
      expect(of('pom.xml', `<project><name>${name}</name></project>`)?.title).toBe('Forge');
    },
  );

  test.each([
    ['antora.yml', 'name: forge\ntitle: Forge\n'],
    ['hugo.yaml', 'baseURL: /\ntitle: Forge\nmodule:\n  title: x\n'],
    ['fern/docs.yml', 'instances: []\ntitle: Forge\nnavigation:\n  - title: x\n'],
    ['docfx.json', '{"build":{"globalMetadata":{"_appTitle":"Forge","_appName":"x"}}}'],
    ['docfx.json', '{"build":{"globalMetadata":{"_appName":"Forge"}}}'],
    ['docs/conf.py', "import os\nproject = 'Forge'  # name\ncopyright = '2026'\n"],
    ['src/docs/conf.py', 'project = "F\\u006frge"\n'],
  ])('%s, which has no description', (path, text) => {
    expect(of(path, text)).toEqual({ title: 'Forge', names: [], parts: [] });
  });

  test.each([
    [
      'README.md',
      '[![Badge](https://x.example/b.svg)](https://x.example)\n\n# Forge ⚒\n\n- [Docs](d)\n\n**Forge** makes [anvils](a.md) of iron. And more.\n',
      'Forge',
    ],
    [
      'README.md',
      '<h1 align="center">Forge</h1>\n\n<p><img src="x"></p>\n\nForge makes anvils of iron. And more.\n',
      'Forge',
    ],
    [
      'README.rst',
      '=====\nForge\n=====\n\n.. image:: x.svg\n\nForge makes `anvils <https://x.example>`__ of iron. And\nmore.\n',
      'Forge',
    ],
    ['README.adoc', '= Forge\n:toc:\n\nForge makes link:a[anvils] of iron. And more.\n', 'Forge'],
  ])('the first heading and sentence of %s', (path, text, title) => {
    expect(of(path, text)).toMatchObject({
      title,
      firstSentence: 'Forge makes anvils of iron.',
    });
  });
});

test.each([
  ['config.toml', 'title = "Build"\n[build]\ndescription = "x"\n'],
  ['docs.json', '{"name":"Build"}'],
  ['astro.config.mjs', "export default { site: [{ title: 'Build' }] }"],
])('%s that configures no site says nothing about the project', (path, text) => {
  expect(of(path, text)).toEqual({ names: [], parts: [] });
});

test('if the title of a site is computed, no other title of its configuration is', () => {
  const text = "starlight({ title: SITE, head: [{ title: 'Chat' }], description: 'Makes anvils' })";
  expect(of('astro.config.mjs', text)).toEqual({
    description: 'Makes anvils',
    names: [],
    parts: [],
  });
});

test('a heading of a README over a note is no name', () => {
  expect(of('README.md', '# Note\n\nForge makes anvils of iron.\n').title).toBeUndefined();
});

test.each([
  'The landing page of this website can be changed in `site.yaml`.',
  'Push to the default branch, and the site is deployed.',
])(
  'the sentence %j of a README is about its repository, and does not describe the project',
  (first) => {
    expect(of('README.md', `# Forge\n\n${first}\n\nForge makes anvils of iron.\n`)).toMatchObject({
      firstSentence: 'Forge makes anvils of iron.',
    });
  },
);

test('steps to install a project do not describe it', () => {
  const text =
    '## Installation\n\nAdd `:forge` to the list of dependencies:\n\nForge makes anvils of iron.\n';

  expect(of('README.md', text)).toMatchObject({ firstSentence: 'Forge makes anvils of iron.' });
});

test('a crate that is not published does not name the project', () => {
  const text = '[package]\nname = "tools"\npublish = false\n';
  expect(of('Cargo.toml', text)).toEqual({ names: [], parts: [] });
});

test('the names of an Elixir package are its title and its published name', () => {
  const text = 'def project do\n  [app: :plug_forge, name: "Plug Forge", deps: []]\nend\n';

  expect(of('mix.exs', text)).toMatchObject({ title: 'Plug Forge', names: ['plug_forge'] });
});

test('the site goes before the package, and the package before the README', () => {
  const readme = { path: 'README.md', text: '# Forge of Acme\n\nA long text about the forge.\n' };
  const pack = { path: 'package.json', text: '{"name":"acme-forge","description":"A package"}' };
  const site = {
    path: 'mkdocs.yml',
    text: 'site_name: Forge\nsite_description: Tools for smiths\n',
  };

  expect(readProject([readme, pack, site])).toMatchObject({
    title: 'Forge',
    description: 'Tools for smiths',
  });
  expect(readProject([readme, pack])).toMatchObject({
    title: 'acme-forge',
    description: 'A package',
  });
  expect(readProject([readme])).toMatchObject({ title: 'Forge of Acme' });
});

test('of several sites, the one with the name of the package describes the project', () => {
  const files = [
    { path: 'docs/proposals/conf.py', text: "project = 'Proposals for the Forge'\n" },
    { path: 'docs/source/conf.py', text: "project = 'Forge'\n" },
    { path: 'pyproject.toml', text: '[project]\nname = "forge"\n' },
  ];

  expect(readProject(files).title).toBe('Forge');
  expect(readProject(files.slice(0, 2)).title).toBe('Proposals for the Forge');
});

test('of several packages at the root, the one with the name of the README describes the project', () => {
  const files = [
    { path: 'red-forge-edge.gemspec', text: "s.name = 'red-forge-edge'\ns.summary = 'News'\n" },
    { path: 'red-forge.gemspec', text: "s.name = 'red-forge'\ns.summary = 'Makes anvils'\n" },
    { path: 'README.md', text: '# Red Forge\n\nBring iron.\n' },
  ];

  expect(readProject(files)).toMatchObject({ title: 'Red Forge', description: 'Makes anvils' });
});

test('of several sites, the one with the name in the README describes the project, which has no word for a site', () => {
  const files = [
    { path: 'docs/engineering/docs.json', text: '{"name":"engineering","navigation":{}}' },
    { path: 'docs/product/docs.json', text: '{"name":"Forge Docs","navigation":{}}' },
    { path: 'README.md', text: '# Forge\n' },
  ];

  expect(readProject(files).title).toBe('Forge');
  expect(readProject(files.slice(0, 2)).title).toBe('engineering');
});

test.each([
  'Forge',
  'Forge documentation',
  "Forge's website",
  'The docs.',
  'forge.dev site',
  'The documentation site for Forge, built with Jaspr.',
  'Docs for Forge',
  'Monorepo for @acme/forge and friends',
])('the words %j do not describe the project Forge', (description) => {
  const text = JSON.stringify({ name: 'forge', description });
  expect(readProject([{ path: 'package.json', text }]).description).toBeUndefined();
});

test("the README's spelling of a package's name is its title", () => {
  const files = [
    { path: 'README.md', text: '# React Router\n' },
    { path: 'package.json', text: '{"name":"react-router"}' },
  ];

  expect(readProject(files).title).toBe('React Router');
});

test('packages anywhere near the root are names, private and foreign ones are not', () => {
  const files = [
    { path: 'packages/core/package.json', text: '{"name":"@acme/core","description":"One part"}' },
    { path: 'package.json', text: '{"name":"root","private":true}' },
    { path: 'go.mod', text: 'module example.com/acme/forge/v2\n\ngo 1.24\n' },
    { path: 'composer.json', text: '{"name":"acme/forge"}' },
    { path: 'src/Forge/Forge.csproj', text: '<PackageId>Acme.Forge</PackageId>' },
    { path: 'crates/x/Cargo.toml', text: '[package]\nname = "x"\npublish = false\n' },
    {
      path: 'crates/y/Cargo.toml',
      text: '[package]\nname = "forge-y"\nversion.workspace = true\n',
    },
  ];

  const { names, parts, title, description } = readProject(describingFiles(files));

  expect(names).toEqual(['acme/forge', 'example.com/acme/forge/v2']);
  expect(parts).toEqual(['forge-y', '@acme/core', 'Acme.Forge']);
  expect({ title, description }).toEqual({ title: undefined, description: undefined });
});

test.each([
  ['# Welcome to the Forge Project!\n', 'Forge'],
  ['# Forge 🚀\n', 'Forge'],
  ['## Installation\n\nText.\n', undefined],
  ['.. image:: x.png\n\nDonations\n=========\n\nOpen your purse.\n', undefined],
  ['# What is Forge?\n', 'Forge'],
  ['# What is Forge? 🚀\n', 'Forge'],
  ['Welcome to our documentation!\n\n## What is Forge?\n\nForge makes anvils.\n', 'Forge'],
  ['## What is this?\n\nA forge.\n', undefined],
  ['<img src="x">\n\n## Create a saw\n\nText.\n\n# Recipes\n', undefined],
  ['---\ndescription: Makes anvils\n---\n\n# Forge\n', 'Forge'],
  ['== Forge\n\nText.\n\n[source,sh]\n----\n# make\n----\n', 'Forge'],
  ['= Forge image:https://x.example/b.svg["Build Status", link="https://x.example"]\n', 'Forge'],
])('the title in the README %j is %s', (text, title) => {
  expect(of('README.md', text).title).toBe(title);
});

test.each([
  '# F\n\nThis repository contains the source of the anvils.\n\nForge makes anvils of iron.\n',
  '# Documentation\n\nThe pages are built with a static generator.\n\nForge makes anvils of iron.\n',
  '# forge.dev\n\nSome people found a few errors.\n\nForge makes anvils of iron.\n',
  '# F\n\n> Forge makes anvils of iron.\n',
  '# F\n\n💡 Restriction: Do not write about secret anvils here.\n\nWarning! This is work in progress.\n\nForge makes anvils of iron.\n',
  '# F\n\n🔥️ NEW: anvils of version 4.0 with holes are out!\n\nForge makes anvils of iron.\n',
  '🥇 Gold sponsors A company that sells purses to all of you.\n\n<p>Forge makes anvils of iron.</p>\n',
  '# F\n\n[Home](x) | [Rules for anvils](x) | [Chat](x) | [News](x)\n\nForge makes anvils of iron.\n',
  '# F\n\n**Documentation**: [Python](x) - [Rust](x) - [R](x)\n\nForge makes anvils of iron.\n',
  '= F\nJane <@jane>; John <@john>\n:toc: on the left side\n\nForge makes anvils of iron.\n',
  '# F\n\nIf you are looking for the docs, go on.\n\nForge makes anvils of iron. More.\n',
  '---\ntitle: F\n---\n\n# F\n\nFor website analytics, see the dashboard of the team.\n\nForge makes anvils of iron. More.\n',
  '# F\n\n## Contributing\n\nAll input is useful, and no change is too small.\n\n## About\n\nForge makes anvils of iron. More.\n',
  '# F\n\nCheck out our guide to contributing to learn how to help.\n\nForge makes anvils of iron. More.\n',
  '= README\nJane Doe\n2015-10-19\n:toc: macro\n\nThis web site is a repository of texts about anvils.\n\nForge makes anvils of iron. More.\n',
  '![F](f.png)\n\nForge makes anvils of iron. More.\n\nGetting started\n---\n\n* [Guide](x)\n\nMore options of anvils are elsewhere.\n',
  '### Forge is a tool for building large anvils\n\nForge makes anvils of iron. More.\n\n## Parts\n\nA part is small and round.\n',
  '# F\n\n*Version: 9.1 - 2025-11-07 of the anvils*\n\n## What is it?\n\nForge makes anvils of iron. More.\n',
  '# The F site\n\nThe F website uses a framework that provides all kinds of anvils.\n\nForge makes anvils of iron. More.\n',
])('the sentence of the README %j describes the project', (text) => {
  expect(of('README.md', text).firstSentence).toBe('Forge makes anvils of iron.');
});

test('the sentence of a README keeps the characters that it writes as HTML references', () => {
  const text = '# F\n\nM&uuml;ller&nbsp;&amp; S&ouml;hne make anvils of iron.\n';
  expect(of('README.md', text).firstSentence).toBe('Müller & Söhne make anvils of iron.');
});

test('a comment of several paragraphs in a README is neither its title nor its description', () => {
  const text =
    '<!---\nCopyright of Jane.\n\n# No title\n\nUnless required by law, this is free software.\n-->\n\n# F\n\nForge makes anvils of iron.\n';

  expect(of('README.md', text)).toMatchObject({
    title: 'F',
    firstSentence: 'Forge makes anvils of iron.',
  });
});

test('a slogan, the state of a branch and a row of links are neither the title nor the description', () => {
  const text =
    '# Light anvils of iron, without effort\n\nThis is the branch for Forge 2, which is new.\n\n[How to install it](a) ✦ [All docs](b) ✦ [Our contributors](c)\n\nForge makes anvils of iron.\n';

  expect(of('README.md', text)).toEqual({
    firstSentence: 'Forge makes anvils of iron.',
    names: [],
    parts: [],
  });
});

test('a README is not described by the praise of a user, but by a quote of its own', () => {
  const own = '> Forge makes anvils\n> of iron.\n';
  const text = `# F\n\n> It was never so easy to make\n> anvils at home.\n>\n> -- Jane\n\n${own}`;
  expect(of('README.md', text).firstSentence).toBe('Forge makes anvils of iron.');
});

test('a heading of a README with a tagline gives the title and the description', () => {
  const text = '# Forge - Anvils of iron for everyone\n\nThe meeting of smiths was in May.\n';
  expect(of('README.md', text)).toMatchObject({
    title: 'Forge',
    firstSentence: 'Anvils of iron for everyone',
  });
});

test.each([
  ['mkdocs.yml', 'site_name: docs/latest\n'],
  ['mkdocs.yml', 'site_name: Docs\n'],
  ['config.toml', 'baseURL = "https://x.example"\ntitle = "Website"\n'],
])('in %s, %j names no project', (path, text) => {
  expect(of(path, text).title).toBeUndefined();
});

test('a project of Maven without a name has not the name of its license', () => {
  const pom =
    '<project><artifactId>forge</artifactId><licenses><license><name>Apache-2.0</name></license></licenses><name>Forge</name></project>';
  expect(of('pom.xml', pom).title).toBe('Forge');
});

test('a description of several lines in TOML is one line', () => {
  const text = '[package]\nname = "forge"\ndescription = """\nMakes anvils\nof iron.\n"""\n';
  expect(of('Cargo.toml', text).description).toBe('Makes anvils of iron.');
});

test('a sentence behind instructions describes the project only if it says what the project is', () => {
  const text = '# F\n\nFollow the steps below.\n\nOther aspects were not important.\n';
  expect(of('README.md', text).firstSentence).toBeUndefined();
  expect(of('README.md', `${text}\nForge is a tool for anvils.\n`).firstSentence).toBe(
    'Forge is a tool for anvils.',
  );
});

test('a title of a site with a tagline is split', () => {
  expect(of('hugo.yaml', 'title: "Forge - Anvils of iron for everyone"\n')).toMatchObject({
    title: 'Forge',
    description: 'Anvils of iron for everyone',
  });
});

test('the configuration of Jekyll, Hexo and Jupyter Book gives the title and the description', () => {
  const text = 'title: Forge\nsubtitle: Makes anvils of iron\nlanguage: en\n';
  expect(of('_config.yml', text)).toMatchObject({
    title: 'Forge',
    description: 'Makes anvils of iron',
  });
});

test('the title and the tagline of a new site of Docusaurus describe nothing', () => {
  const text = "export default { title: 'My Site', tagline: 'Dinosaurs are cool' }";
  expect(of('docusaurus.config.js', text)).toEqual({ names: [], parts: [] });
});

test('the badges of a README that npm takes for a description describe nothing', () => {
  const text = JSON.stringify({ name: 'f', description: '[![License](badge.svg)](license)' });
  expect(of('package.json', text).description).toBeUndefined();
});

test('a description that repeats the title is none', () => {
  expect(of('book.toml', '[book]\ntitle = "The Forge"\ndescription = "The Forge"\n')).toEqual({
    title: 'The Forge',
    names: [],
    parts: [],
  });
});

test.each([
  'node_modules/x/package.json',
  'examples/app/package.json',
  'test/fixtures/package.json',
  'a/b/c/d/package.json',
  'docs/README.md',
  'src/config.ts',
  '.github/package.json',
])('%s does not describe the project', (path) => {
  expect(describingKind(path)).toBeUndefined();
});

test.each([
  ['package.json', '{"name":'],
  ['package.json', '[1]'],
  ['package.json', '{"name":{"a":1},"description":7}'],
  ['mkdocs.yml', 'site_name: !ENV [NAME, x]\n'],
  ['docusaurus.config.js', 'module.exports = { title: `${name} docs`, tagline }'],
  ['docs/conf.py', "project = os.environ['NAME']\n"],
  ['pom.xml', '<project><name>${project.artifactId}</name></project>'],
  ['README.md', '[![a](b)](c)\n\n```\n# not a heading\n```\n'],
  ['Cargo.toml', '[package]\nname.workspace = true\ndescription = { workspace = true }\n'],
])('nothing is taken from what %s computes or gets wrong: %s', (path, text) => {
  expect(of(path, text)).toEqual({ names: [], parts: [] });
});

test.each([
  ['README.md', '['.repeat(100_000)],
  ['README.md', `# ${'<'.repeat(90_000)}`],
  ['docusaurus.config.js', `title: ${' '.repeat(90_000)}`],
  ['docusaurus.config.js', "title: '".repeat(12_000)],
  ['pyproject.toml', '[project]\n'.repeat(9_000)],
  ['mkdocs.yml', `site_name:${' '.repeat(90_000)}`],
  ['pom.xml', '<name>'.repeat(16_000)],
  ['pom.xml', '<scm><developers>'.repeat(6_000)],
])('hostile text in %s is read quickly', (path, text) => {
  const cpuSeconds = startCpuClock();

  of(path, text);

  expect(cpuSeconds()).toBeLessThan(1);
});
