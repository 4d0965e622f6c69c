import type { Parser } from '../../parser.ts';
import type { SecretData } from '../git/credentials.ts';
import type { Toolbox } from '../git/open-repository.ts';
import type { SourceLimits } from '../source.ts';

/** Some of what there is, by name. */
export interface Listed {
  /** How many there are, or at least are where `more` says so. */
  total: number;
  more: boolean;
  /** The first of them. */
  names: string[];
}

/** What a look at a source shows; each field where it can be known of a source of its type. */
export interface Found {
  /** Where redirects led to. */
  url?: string;
  title?: string;
  description?: string;
  /** Of a repository. */
  defaultBranch?: string;
  branches?: Listed;
  tags?: Listed;
  /** Pages that sitemaps name, an llms.txt lists or holds, or that a wiki or workspace has; those that exclusions leave. */
  pages?: Listed;
  /** URL of the site's llms.txt, which holds the same in a form that is made for this. */
  llmstxt?: string;
  /** Operations of an API description, and the version it has. */
  operations?: number;
  version?: string;
  /** What will be missing, though nothing fails. */
  note?: string;
}

/** What was found, and why a run would fail all the same. */
export interface Look {
  found?: Found;
  failure?: { reason: string; message: string };
}

/** How a source is looked at. */
export interface LookOptions {
  /** CIDR ranges that may be read although they are not public. */
  allowedRanges: readonly string[];
  /** Folder for what is needed meanwhile. */
  workDir: string;
  tools: Toolbox;
  /** For the server of the source's URL alone. */
  credentials?: SecretData;
  /** Reads what is found. */
  parser: Parser;
  signal: AbortSignal;
}

/** Milliseconds that one request of a look may be silent. */
export const idleMs = 5000;
/** What one request of a look reads. */
export const limits: Pick<SourceLimits, 'maxDocumentBytes' | 'maxTotalBytes'> = {
  maxDocumentBytes: 5_000_000,
  maxTotalBytes: 5_000_000,
};
/** Names in one list. */
const maxNames = 100;

/** A list of all the names that there are. */
export function listOf(names: readonly string[]): Listed {
  return { total: names.length, more: false, names: names.slice(0, maxNames) };
}

/** The first `most` names of what may go on for long. */
export async function firstOf(names: AsyncIterable<string>, most: number): Promise<Listed> {
  const seen = new Set<string>();
  for await (const name of names) {
    if (!seen.has(name) && seen.size >= most) return { ...listOf([...seen]), more: true };
    seen.add(name);
  }
  return listOf([...seen]);
}
