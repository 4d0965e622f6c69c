import { Parser } from 'htmlparser2';
import { folder, type RepositoryAddress } from '../repository-address.ts';

/** Characters of a page that are read. Go reads the head of a page only. */
const maxRead = 64_000;

/** Returns the page of a Go module that names its repository; undefined if the path begins with no host. */
export function goImportPage(module: string): string | undefined {
  const host = module.split('/', 1)[0]!;
  return /^[a-z\d][a-z\d-]*(?:\.[a-z\d-]+)+$/.test(host) ? `https://${module}?go-get=1` : undefined;
}

/**
 * Returns the Git repository that a page names for a Go module: `<meta name="go-import" content="prefix git address">`, with
 * the folder of the module set in a fourth word by Go 1.25 (https://go.dev/ref/mod#vcs-find).
 */
export function goImportRepository(page: string, module: string): RepositoryAddress | undefined {
  const path = module.replace(/\/v\d+$/, '');
  for (const content of goImports(page)) {
    const [prefix = '', system, url = '', subfolder = ''] = content.trim().split(/\s+/);
    const isOfModule = [module, path].includes(prefix) || path.startsWith(`${prefix}/`);
    if (system !== 'git' || !isOfModule) continue;
    const rest = path.slice(prefix.length);
    return { url, ...folder([subfolder, rest].filter(Boolean).join('/')) };
  }
  return undefined;
}

function goImports(page: string): string[] {
  const found: string[] = [];
  let isHead = true;
  const parser = new Parser({
    onopentag(name, { name: key, content }) {
      if (name === 'body') isHead = false;
      if (isHead && name === 'meta' && key === 'go-import' && content) found.push(content);
    },
  });
  parser.end(page.slice(0, maxRead));
  return found;
}
