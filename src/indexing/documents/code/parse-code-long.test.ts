import { describe, expect, test } from 'vitest';
import { codes, sizeOf } from '../../../../test/support/sections.ts';
import type { Block, Section } from '../document.ts';
import { parseCode } from './parse-code.ts';

/** Returns the sections of the symbol with this name. */
async function sectionsOf(path: string, content: string, name: string): Promise<Section[]> {
  const { sections } = await parseCode({ path, format: 'code', content, hash: '' });
  return sections.filter(({ headings }) => headings.at(-1) === name);
}

const shownBlock = (block: Block): string => (block.kind === 'code' ? block.code : block.text);

const many = (line: (at: number) => string): string =>
  Array.from({ length: 80 }, (_, at) => line(at)).join('\n');

describe('a symbol that is too long for one section', () => {
  test.each([
    [
      'an interface of TypeScript',
      'src/a.ts',
      `/** Options. */\nexport interface Options {\n${many((at) => `  /** Sets the behavior ${at}. */\n  member${at}?: string;`)}\n}\n`,
      'export interface Options {',
    ],
    [
      'a type of TypeScript',
      'src/a.ts',
      `/** Options. */\nexport type Options = {\n${many((at) => `  /** Sets the behavior ${at}. */\n  member${at}?: string;`)}\n};\n`,
      'export type Options = {',
    ],
    [
      'a struct of Go',
      'src/a.go',
      `package a\n\n// Options are.\ntype Options struct {\n${many((at) => `\t// Member${at} sets the behavior.\n\tMember${at} int`)}\n}\n`,
      'type Options struct {',
    ],
    [
      'a struct of Rust with private fields',
      'src/a.rs',
      `/// Options.\npub struct Options {\n${many((at) => `    /// Sets the behavior ${at}.\n    pub member${at}: u8,`)}\n    own: u8,\n}\n`,
      'pub struct Options {',
    ],
    [
      'a class of C#',
      'src/a.cs',
      `/// <summary>Options.</summary>\npublic class Options {\n${many((at) => `    /// <summary>Sets the behavior ${at}.</summary>\n    public int Member${at} { get; set; }`)}\n}\n`,
      'public class Options {',
    ],
    [
      'a class of C++',
      'src/a.hpp',
      `/// Options.\nclass Options {\npublic:\n${many((at) => `    /// Sets the behavior ${at}.\n    int member${at}();`)}\n};\n`,
      'class Options {',
    ],
    [
      'a class of Python',
      'src/a.py',
      `class Options:\n    """Options."""\n${many((at) => `    def member${at}(self, value):\n        """Do the thing number ${at}."""`)}\n`,
      'class Options:',
    ],
    [
      'a class of Ruby',
      'lib/options.rb',
      `# Options.\nclass Options\n${many((at) => `  # Sets the behavior ${at}.\n  def member${at}(value)\n  end`)}\nend\n`,
      'class Options',
    ],
    [
      'a class of Haskell',
      'src/A.hs',
      `module A where\n-- | Options.\nclass Options a where\n${many((at) => `  -- | Sets the behavior ${at}.\n  member${at} :: a -> String`)}\n`,
      'class Options a where',
    ],
    [
      'a class of PHP',
      'src/Options.php',
      `<?php\n/** Options. */\nclass Options {\n${many((at) => `  /** Sets the behavior ${at}. */\n  public int $member${at};`)}\n}\n`,
      'class Options {',
    ],
  ])('continues in further ones: %s', async (_, path, content, head) => {
    const sections = await sectionsOf(path, content, 'Options');

    const shown = sections.flatMap(codes).map(({ code }) => code);
    for (let at = 0; at < 80; at += 1) {
      const member = new RegExp(`(?<![\\w])member${at}\\b`, 'i');
      expect(
        shown.filter((code) => member.test(code.replaceAll(/(?:#|\/\/).*/g, ''))),
      ).toHaveLength(1);
    }
    expect(shown.length).toBeGreaterThan(1);
    expect(shown.every((code) => code.startsWith(head))).toBe(true);
    expect(new Set(sections.map(({ anchor, level }) => `${anchor} ${level}`)).size).toBe(1);
    expect(sections.every((section) => sizeOf(section) < 3000)).toBe(true);
  });

  test('continues in further ones: a function with a long docstring', async () => {
    const parameters = many(
      (at) =>
        `    option${at} : int\n        Sets the behavior number ${at} of the estimator that is fitted.\n`,
    );
    const source = `def fit(path):\n    """\n    Fit it.\n\n    Parameters\n    ----------\n${parameters}\n    Examples\n    --------\n    >>> fit("a")\n    """\n`;

    const sections = await sectionsOf('pkg/a.py', source, 'fit');

    const shown = sections.map(({ blocks }) => JSON.stringify(blocks)).join('\n');
    for (let at = 0; at < 80; at += 1) expect(shown).toContain(`\`option${at}\` (\`int\`): `);
    expect(sections.flatMap(codes).map(({ code }) => code)).toEqual([
      'def fit(path)',
      '>>> fit("a")',
    ]);
    expect(sections.length).toBeGreaterThan(1);
    expect(sections.every((section) => sizeOf(section) <= 5200)).toBe(true);
  });

  test('ends after ten sections', async () => {
    const constants = Array.from({ length: 5000 }, (_, at) => `  CONSTANT_${at},`).join('\n');
    const source = `/** Icons. */\npublic enum Icons {\n${constants}\n}\n`;

    const sections = await sectionsOf('src/main/java/Icons.java', source, 'Icons');

    expect(sections).toHaveLength(10);
    expect(codes(sections[9]!)[0]!.code).toMatch(/\n {4}\/\/ … \d+ more\n\}$/);
  });

  test('has a section for each heading of a long comment of Java', async () => {
    const prose = Array.from({ length: 30 }, () => 'A sharp blade cuts wood well.').join('\n');
    const topics = Array.from(
      { length: 70 },
      (_, at) =>
        ` * <h3 id="${at}">${at}. <a href="#k" name="k">Kind</a>\n * (since 1)</h3>\n * ${prose.replaceAll('\n', '\n * ')}`,
    );
    const contents = ' * <h2>Contents</h2>\n * <ul><li>Kind</li></ul>';
    const code = ' * <pre>\n * @Test\n * void cut() {}\n * </pre>';
    const doc = [
      ' * Cuts.',
      contents,
      ...topics,
      code,
      ' * <h4>Note</h4>',
      ' * Oil it.',
      ' * @since 2',
    ].join('\n');
    const source = `/**\n${doc}\n */\npublic class Saw {}\n`;

    const { sections } = await parseCode({
      path: 'src/main/java/Saw.java',
      format: 'code',
      content: source,
      hash: '',
    });

    expect(sections.map(({ headings }) => headings.at(-1))).toEqual([
      'Saw',
      ...topics.map((_, at) => `Saw: ${at}. Kind (since 1)`),
    ]);
    expect(sections[0]!.blocks.map(shownBlock)).toEqual([
      'Cuts.\n\nSince: 2',
      'public class Saw {}',
    ]);
    expect(sections.at(-1)!.blocks.map(shownBlock)).toEqual([
      prose,
      '@Test\nvoid cut() {}',
      '**Note**\n\nOil it.',
    ]);
  });

  test('has a section for each topic of a long comment', async () => {
    const prose = 'A sharp blade cuts wood well. '.repeat(30).trim();
    const doc = [
      'Cuts a board.',
      '# Oiling blades',
      prose,
      '## Examples',
      '```\noil();\n```',
      '# Panics',
      'Without wood.',
      '# Cutting along the grain',
      prose,
      '## Cutting across:',
      prose,
      '# Kinds of teeth',
      'Few.',
      '# Examples',
      '```\ncut();\n```',
      '# Cutting twice',
      '```\ncut();\ncut();\n```',
    ];
    const comment = (text: string): string =>
      text
        .split('\n')
        .map((line) => `/// ${line}`)
        .join('\n');
    const source = `${comment(doc.join('\n\n'))}\npub fn cut() {}\n`;

    const { sections } = await parseCode({
      path: 'src/saw.rs',
      format: 'code',
      content: source,
      hash: '',
    });

    const shown = sections.map(({ headings, blocks }) => [
      headings.slice(1).join(' > '),
      ...blocks.map(shownBlock),
    ]);
    expect(shown).toEqual([
      [
        'cut',
        'Cuts a board.\n\n**Panics**\n\nWithout wood.',
        'pub fn cut()',
        '**Kinds of teeth**\n\nFew.',
        'cut();',
      ],
      ['cut: Oiling blades', prose, 'oil();'],
      ['cut: Cutting along the grain', prose],
      ['cut: Cutting across', prose],
      ['cut: Cutting twice', 'cut();\ncut();'],
    ]);
    const short = await parseCode({
      path: 'src/saw.rs',
      format: 'code',
      content: source.replaceAll(prose, 'Sharp.'),
      hash: '',
    });
    expect(short.sections).toHaveLength(1);
  });
});
