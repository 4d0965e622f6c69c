// Checks that every relative link between the Markdown files of the repository has an existing file and heading as its
// target. The site's build checks pages only. Without this check, broken links to README.md, code and anchors cause no
// error.
import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { marked, type Token } from 'marked';
import { headingSlug } from './heading-slug.ts';

interface Page {
  anchors: Set<string>;
  links: string[];
}

const skipped = /(?:^|\/)(?:node_modules|dist|data)$|^test\/fixtures$/;
const files = globSync('**/*.md', { exclude: (path) => skipped.test(path) });
const pages = new Map(
  await Promise.all(files.map(async (file) => [file, await read(file)] as const)),
);

const broken = [...pages].flatMap(([file, { links }]) =>
  links.filter((link) => !leadsSomewhere(file, link)).map((link) => `${file}: ${link}`),
);
for (const link of broken) process.stderr.write(`${link} leads nowhere\n`);
process.exitCode = broken.length === 0 ? 0 : 1;

async function read(file: string): Promise<Page> {
  const page: Page = { anchors: new Set(), links: [] };
  const used = new Map<string, number>();
  void marked.walkTokens(marked.lexer(await readFile(file, 'utf8')), (token) => {
    if (token.type === 'heading') {
      const slug = headingSlug(textOf(token.tokens ?? []));
      const earlier = used.get(slug) ?? 0;
      used.set(slug, earlier + 1);
      page.anchors.add(earlier === 0 ? slug : `${slug}-${earlier}`);
    }
    if (token.type === 'link' || token.type === 'image') page.links.push(String(token['href']));
  });
  return page;
}

function textOf(tokens: Token[]): string {
  return tokens
    .map((token) =>
      'tokens' in token && token.tokens ? textOf(token.tokens) : 'text' in token ? token.text : '',
    )
    .join('');
}

function leadsSomewhere(file: string, link: string): boolean {
  if (/^[a-z]+:/i.test(link)) return true;
  const [path = '', anchor] = decodeURI(link).split('#');
  const target = path === '' ? file : normalize(join(dirname(file), path));
  if (!existsSync(target)) return false;
  const page = pages.get(target);
  return anchor === undefined || page === undefined || page.anchors.has(anchor);
}
