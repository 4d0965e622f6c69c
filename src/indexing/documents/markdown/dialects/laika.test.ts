import { describe, expect, test } from 'vitest';
import { startCpuClock } from '../../../../../test/support/cpu-seconds.ts';
import { cleanLines } from '../../clean.ts';
import { parseMarkdown } from '../markdown.ts';

function shown(content: string): string[] {
  const { sections } = parseMarkdown({
    path: 'docs/saw.md',
    format: 'markdown',
    content,
    hash: '',
  });
  return sections.flatMap(({ headings, blocks }) => [
    `# ${headings.join(' > ')}`,
    ...blocks.map((block) =>
      block.kind === 'code' ? `${block.label ?? ''}: ${block.code}` : block.text,
    ),
  ]);
}

describe('Laika', () => {
  test('drops the configuration at the top', () => {
    const content = '{%\nlaika.title: Saws\nlaika.html { x = 1 }\n%}\n\n# All saws\n\nCut.\n';
    expect(shown(content)).toEqual(['# All saws', 'Cut.']);
  });

  test('names the kind of a callout', () => {
    const content = '# Saw\n\n@:callout(warning)\n\nOil it.\n\n@:@\n\nCut.\n';
    expect(shown(content)).toEqual(['# Saw', '**Warning**', 'Oil it.', 'Cut.']);
  });

  test('labels the code of each choice', () => {
    const content =
      '# Saw\n\n@:select(build-tool)\n\n@:choice(sbt)\n```scala\na\n```\n@:choice(scala-cli)\n```scala\nb\n```\n@:@\n';
    expect(shown(content)).toEqual(['# Saw', 'sbt: a', 'scala-cli: b']);
  });

  test('drops directives without text, with their attributes', () => {
    const content =
      '# Saw\n\n@:navigationTree {\n  entries = [ { target = "#" } ]\n}\n\nCut.\n\n@:image(saw.png) {\n  alt = Saw\n}\n\n@:todo(more)\n';
    expect(shown(content)).toEqual(['# Saw', 'Cut.']);
  });

  test('shows the text of directives within text, and keeps code', () => {
    const content =
      '# Saw\n\n@:api(lib.Saw) has `@:api(a.b)` and a @:style(big)big@:@ blade @:icon(check).\n\n```md\n@:callout(info)\n```\n';
    expect(shown(content)).toEqual([
      '# Saw',
      '`Saw` has `@:api(a.b)` and a big blade ✓.',
      ': @:callout(info)',
    ]);
  });

  test.each([
    ['directives', '@:a('.repeat(500_000)],
    ['lines of attributes', '@:image(a) {\n'.repeat(100_000)],
    ['code spans', `@:@ ${'`a'.repeat(500_000)}`],
  ])('reads %s within seconds', (_name, content) => {
    const cpuSeconds = startCpuClock();
    expect(cleanLines(content).length).toBeGreaterThan(0);
    expect(() => shown(content)).not.toThrow();
    expect(cpuSeconds()).toBeLessThan(10);
  });
});
