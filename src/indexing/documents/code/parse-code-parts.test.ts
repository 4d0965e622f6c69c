import { expect, test } from 'vitest';
import { codes, names, section, text } from '../../../../test/support/sections.ts';
import { parseSource as parse } from '../../../../test/support/source-code.ts';

test.each([
  [
    'an interface',
    'export interface Cut {\n  /** Teeth per inch. */\n  teeth?: number;\n}\n',
    'ts',
  ],
  ['a type', 'export type Cut = {\n  /** Teeth per inch. */\n  teeth?: number;\n};\n', 'ts'],
  ['an enumeration', 'export enum Cut {\n  /** Teeth per inch. */\n  Teeth = 1,\n}\n', 'ts'],
  [
    'a struct of Go',
    'package saw\n\ntype Cut struct {\n\t// Teeth per inch.\n\tTeeth int\n}\n',
    'go',
  ],
  [
    'constants of Go',
    'package saw\n\nconst (\n\tCut = 1 // Teeth per inch.\n\tCutDry = 2\n)\n',
    'go',
  ],
  ['a struct of Rust', 'pub struct Cut {\n    /// Teeth per inch.\n    pub teeth: u8,\n}\n', 'rs'],
  [
    'a header with Doxygen',
    '/** Oils. */\nvoid oil(void);\n\nenum Cut {\n  CUT_DRY /**< Teeth per inch. */\n};\n',
    'h',
  ],
  [
    'a type without a name of its own',
    '/** Oils. */\nvoid oil(void);\n\ntypedef enum {\n  CUT_DRY ///< Teeth per inch.\n} Cut;\n',
    'h',
  ],
  [
    'such a type without Doxygen',
    'typedef struct {\n  int teeth; /* Teeth per inch. */\n} Cut;\n',
    'h',
  ],
  ['a header without Doxygen', 'struct Cut {\n  int teeth; /* Teeth per inch. */\n};\n', 'h'],
])(
  '%s whose parts have comments has a section, without a comment of its own',
  async (what, code, ending) => {
    const document = await parse(`src/saw.${ending}`, code);
    const name = what.startsWith('constants') ? 'Cut, CutDry' : 'Cut';
    const [{ code: shown } = { code: '' }] = codes(section(document, name));
    expect(shown).toContain('Teeth per inch.');
  },
);

test('the summary of a member goes on behind an abbreviation', async () => {
  const header =
    '/** Saws. */\nclass Saw {\npublic:\n  /** Counts cuts, i.e. the marks. */\n  int cuts();\n};\n';
  const [{ code } = { code: '' }] = codes(section(await parse('src/saw.hpp', header), 'Saw'));
  expect(code).toContain('// Counts cuts, i.e. the marks.');
});

test('a type whose parts have no comments is one line below its name', async () => {
  const document = await parse('src/saw.ts', 'export interface Cut {\n  teeth?: number;\n}\n');
  const [list] = codes(section(document, 'Cut'));
  expect(list?.code).toBe('export interface Cut …');
  const go = 'package saw\n\ntype Cut struct {\n\tTeeth int\n\tdry bool\n}\n';
  expect(names(await parse('saw.go', go))).toEqual(['Cut']);
});

test.each([
  [
    'php',
    'interface Saw {\n  public function cut(Wood $wood): Board;\n  public function oil(): void;\n}',
  ],
  ['java', 'public interface Saw {\n  Board cut(Wood wood);\n  void oil();\n}'],
  ['rb', 'class Saw\n  def cut(wood); end\n  def oil; end\nend'],
])('a .%s file of one type without comments shows its members', async (ending, code) => {
  const source = ending === 'php' ? `<?php\n${code}\n` : `${code}\n`;
  const [list] = codes(section(await parse(`lib/Saw.${ending}`, source), 'Saw'));
  expect(list?.code).toMatch(/cut\(.*\n.*oil/);
});

test('a short comment of a member is shown whole', async () => {
  const source =
    '/** A saw. */\nexport class Saw {\n  /**\n   * Oils the saw. Defaults to `true`.\n   *\n   * Not in water.\n   */\n  oil = true;\n}\n';
  const [code] = codes(section(await parse('src/saw.ts', source), 'Saw'));
  expect(code!.code).toContain('    // Oils the saw. Defaults to `true`. Not in water.\n');
});

test('overloads with nearly the same comment show the parameters of each', async () => {
  const overload = (name: string, about: string): string =>
    `  /**\n   * Cuts a board along the grain with the sharpest of all saws.\n   * @param ${name} ${about}\n   * @param depth How deep to cut, in millimeters\n   */\n  public void cut(String ${name}, int depth) {}\n`;
  const source = `/** A saw. */\npublic class Saw {\n${overload('board', 'The board')}${overload('plank', 'The plank')}}\n`;
  const shown = text(section(await parse('src/Saw.java', source), 'Saw.cut'));
  expect(shown).toContain('- `board`: The board');
  expect(shown).toContain('- `plank`: The plank');
});
