import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Lexer } from 'marked';
import { parseMarkdown } from '../src/indexing/documents/markdown/markdown.ts';
import { safeSnippets } from '../src/indexing/safety/safe-snippets.ts';
import { toSnippets } from '../src/indexing/documents/snippets/snippets.ts';

// Measures how fast Markdown becomes snippets, against the time of marked's lexer for the same text. The corpus is the
// Markdown of node_modules without changelogs. Measures CPU time, so that other work on the machine does not count.

const wanted = 8_000_000;
const rounds = 3;

interface Page {
  path: string;
  content: string;
}

function collect(folder: string, pages: Page[], left: { bytes: number }): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (left.bytes <= 0) return;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) collect(path, pages, left);
    else if (
      /\.mdx?$/.test(entry.name) &&
      !/^(?:changelog|history|license)/i.test(basename(path))
    ) {
      if (!entry.isFile() || statSync(path).size > 500_000) continue;
      const content = readFileSync(path, 'utf8');
      pages.push({ path, content });
      left.bytes -= Buffer.byteLength(content);
    }
  }
}

function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function best(work: () => void): number {
  return Math.min(...Array.from({ length: rounds }, () => cpuSeconds(work)));
}

const pages: Page[] = [];
collect(join(import.meta.dirname, '../node_modules'), pages, { bytes: wanted });
const bytes = pages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);

const sizes: number[] = [];
const ours = best(() => {
  sizes.length = 0;
  for (const { path, content } of pages) {
    const parsed = parseMarkdown({ path, format: 'markdown', content, hash: '' });
    for (const { title, description, content: text, codeList } of toSnippets(parsed)) {
      const code = codeList.reduce((sum, one) => sum + one.code.length, 0);
      sizes.push(Math.ceil((title.length + description.length + text.length + code) / 4));
    }
  }
});
const cut = pages.map(({ path, content }) => ({
  content,
  snippets: toSnippets(parseMarkdown({ path, format: 'markdown', content, hash: '' })),
}));
const now = new Date();
const safety = best(() => {
  for (const { content, snippets } of cut) safeSnippets(snippets, content, now);
});
const reference = best(() => {
  for (const { content } of pages) new Lexer().lex(content);
});

sizes.sort((one, other) => one - other);
const share = (part: number): number => sizes[Math.floor((sizes.length - 1) * part)] ?? 0;
const rate = (seconds: number): string => (bytes / 1e6 / seconds).toFixed(1);

console.log(`${pages.length} documents, ${(bytes / 1e6).toFixed(1)} MB`);
console.log(`parsed and cut into snippets: ${rate(ours)} MB per CPU second`);
console.log(`marked's full lexer alone:    ${rate(reference)} MB per CPU second`);
console.log(`safety of content on top:    ${((100 * safety) / ours).toFixed(1)} % of that time`);
console.log(`ratio: ${(reference / ours).toFixed(2)} times the speed of the lexer alone`);
console.log(
  `${sizes.length} snippets; estimated tokens p10 ${share(0.1)}, p50 ${share(0.5)}, p90 ${share(0.9)}, p99 ${share(0.99)}, most ${share(1)}`,
);
