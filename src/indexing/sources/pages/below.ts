/** Ids of the pages and databases that stand on a page. */
export interface Below {
  pages: string[];
  databases: string[];
}

/** The text by which a page that is not read again still tells what stands on it: its document's validator. */
export function writeBelow({ pages, databases }: Below): string {
  return JSON.stringify([...pages, ...databases.map((id) => `database ${id}`)]);
}

/** What `writeBelow` stored; nothing for anything else. */
export function readBelow(text: string | undefined): Below {
  const ids = parse(text);
  const prefix = 'database ';
  return {
    pages: ids.filter((id) => !id.startsWith(prefix)),
    databases: ids.filter((id) => id.startsWith(prefix)).map((id) => id.slice(prefix.length)),
  };
}

function parse(text: string | undefined): string[] {
  try {
    const ids: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
