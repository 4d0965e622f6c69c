import { describe, expect, test } from 'vitest';
import { startCpuClock } from '../../../../../test/support/cpu-seconds.ts';
import { parseMarkdown } from '../markdown.ts';

function shown(content: string): string[] {
  const { sections } = parseMarkdown({
    path: 'doc/saw.md',
    format: 'markdown',
    content,
    hash: '',
  });
  return sections.flatMap(({ headings, blocks }) => [
    `# ${headings.join(' > ')}`,
    ...blocks.map((block) => (block.kind === 'code' ? `: ${block.code}` : block.text)),
  ]);
}

const head = '====\nSaws\n====\n\n:Author: Ada\n:Version: |v|\n\n.. default-role:: code\n';

describe('Markdown with directives of reStructuredText', () => {
  test('drops directives without text, targets and comments', () => {
    const content = `${head}.. include:: common.rst\n.. contents::\n   :depth: 2\n\n.. _a saw: https://a.org\n.. only a comment\n   on two lines\n\nCut.\n`;
    expect(shown(content)).toEqual(['# Saws', 'Cut.']);
  });

  test('shows an admonition with its whole body', () => {
    const content = `${head}\n.. Note:: Oil it\n   first.\n\n   \`\`\`nim\n   oil()\n   \`\`\`\n\nCut.\n`;
    expect(shown(content)).toEqual(['# Saws', '**Note:** Oil it\nfirst.', ': oil()', 'Cut.']);
  });

  test('drops the roles behind code', () => {
    const content = `${head}\nA \`blade\`:idx: takes \`--deep\`:option: and \`a\`: b.\n\n\`\`\`\n\`x\`:idx:\n\`\`\`\n`;
    expect(shown(content)).toEqual(['# Saws', 'A blade takes `--deep` and `a`: b.', ': `x`:idx:']);
  });

  test.each([
    ['admonitions', '.. note::\n'.repeat(100_000)],
    ['comments', '.. a\n   b\n'.repeat(100_000)],
    ['roles', '`a`:b'.repeat(300_000)],
  ])('reads %s within seconds', (_name, content) => {
    const cpuSeconds = startCpuClock();
    expect(() => shown(`.. contents::\n${content}`)).not.toThrow();
    expect(cpuSeconds()).toBeLessThan(10);
  });
});
