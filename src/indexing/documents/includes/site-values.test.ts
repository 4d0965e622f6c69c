import { describe, expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { shown } from './shown.fixture.ts';

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

  test('have the values of the files that the plugin reads, and of the configuration that another one extends', async () => {
    const { code, text } = await shown('docs/a/install.md', page, {
      'mkdocs.yml': 'INHERIT: ./base/mkdocs.yml\nextra:\n  versions: { old: 2 }\n',
      'base/mkdocs.yml':
        'plugins:\n  macros:\n    include_yaml:\n      - values/saws.yml\n      - versions: values/old.yml\nextra:\n  latest_version: 3\n',
      'values/saws.yml': 'other: sharp\nlatest_version: 2\n',
      'values/old.yml': 'old: 1\n',
    });
    expect(text).toContain('Get 3 or 2:');
    expect(code).toEqual(['sh: get 3 sharp ${{ latest_version }}']);
  });

  test('stay as they are if no plugin of the site replaces them, or the configuration is no YAML', async () => {
    for (const text of [config.replace('macros', 'search'), '{{', 'extra: 1', '['.repeat(5_000)]) {
      const { code } = await shown('docs/install.md', page, { 'mkdocs.yml': text });
      expect(code).toEqual(['sh: get {{latest_version}} {{ other }} ${{ latest_version }}']);
    }
  });
});

describe('the variables of Writerside', () => {
  const page =
    '<var name="tool" value="saw &amp; oil"/>\n\n# Get %tool%\n\nVersion %saw_version% of %PATH%, 10%.\n\n```sh\nget saw:%saw_version%\n```\n';

  test('have the values of the project and of the page, also in code', async () => {
    const list =
      '<vars>\n  <var name="saw_version"\n    value="2.1.0"/>\n  <var name="odd"/>\n</vars>\n';
    const { code, text } = await shown('docs/topics/a/get.md', page, { 'docs/v.list': list });
    expect(text).toContain('Get saw & oil');
    expect(text).toContain('Version 2.1.0 of %PATH%, 10%.');
    expect(code).toEqual(['sh: get saw:2.1.0']);
  });

  test('stay as they are without a list, and in a list of another kind', async () => {
    expect((await shown('docs/get.md', page, {})).code).toEqual(['sh: get saw:%saw_version%']);
    const long = { 'v.list': '<var '.repeat(20_000) };
    expect((await shown('docs/get.md', page, long)).code).toEqual(['sh: get saw:%saw_version%']);
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

  test('are read of a large configuration once for all pages', async () => {
    const settings = Array.from(
      { length: 2_000 },
      (_, at) => `oil${at}:\n  - { kind: thin, of: ${at} }`,
    );
    const config = `version: 2.10\n${settings.join('\n')}\n`;
    const cpuSeconds = startCpuClock();
    for (let at = 0; at < 200; at += 1) {
      const { text } = await shown(`docs/oil${at}.md`, page, { '_config.yml': config });
      expect(text).toContain('For 2.10.');
    }
    expect(cpuSeconds()).toBeLessThan(4);
  });

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

  test('have those of the page in a part that the page includes', async () => {
    const content =
      '---\ntitle: Saw\n---\n\n{{< docs/shared lookup="oil.md" source="saw" >}}\n\nDone.\n';
    const { text } = await shown('docs/sources/saw/install.md', content, {
      'docs/sources/saw/_index.md': '---\ncascade:\n  PRODUCT: Saws\n---\n',
      'docs/sources/shared/oil.md': '---\nproduct: part\n---\n\nOil {{< param "PRODUCT" >}}.\n',
    });
    expect(text).toContain('Oil Saws.');
  });

  test('stay as they are if the configuration cannot be read', async () => {
    for (const text of ['[params', 'params = 1', '['.repeat(50_000), `a = ${'['.repeat(50_000)}`]) {
      const { code } = await shown('content/install.md', page, { 'hugo.toml': text });
      expect(code).toEqual(['sh: get {{% param vers.core %}} {{< param other >}}']);
    }
  });
});

test.each([
  ['docs/_config.yml', 'parse:\n  myst_substitutions:\n    Saw: "[Saw](https://saw.io)"\n'],
  [
    'docs/conf.py',
    'myst_substitutions = {\n    "now": date.today(),\n    "Saw": "[Saw](https://saw.io)",\n}\n',
  ],
])('the substitutions of MyST have the values of %s', async (path, configuration) => {
  const page = '# Cut\n\nUse {{ Saw }} {{ now }}.\n';
  const { text } = await shown('docs/cut.md', page, { [path]: configuration });
  expect(text).toContain('Use [Saw](https://saw.io) {{ now }}.');
});

test('the substitutions of MyST have the values of a file that conf.py reads, and of the page', async () => {
  const { text } = await shown(
    'docs/use/cut.md',
    '---\nmyst:\n  substitutions:\n    oil: oil\n---\n# Cut\n\nUse {{ Saw }} and {{oil}}.\n',
    {
      'docs/conf.py':
        'if os.path.exists("./reuse/saws.yaml"):\n    with open("./reuse/saws.yaml", "r") as fd:\n        myst_substitutions = yaml.safe_load(fd.read())\n',
      'docs/reuse/saws.yaml': '{Saw: "the saw"}\n',
    },
  );
  expect(text).toContain('Use the saw and oil.');
});

test('the substitutions of MyST are read from a hostile configuration in linear time', async () => {
  const pairs = ['"a": "', 'myst_substitutions = {', 'open("a.yaml"\n  '];
  for (const pair of pairs) {
    const cpuSeconds = startCpuClock();
    await shown('cut.md', '{{ a }}', {
      'conf.py': `myst_substitutions = {\n${pair.repeat(80_000)}`,
    });
    expect(cpuSeconds()).toBeLessThan(5);
  }
});
