import type { Parser } from '../../parser.ts';
import type { SecretData } from '../git/credentials.ts';
import type { Toolbox } from '../git/toolbox.ts';
import type { SourceLimits } from '../source.ts';
import type { Listed } from './listed.ts';

/** What a preview shows of a source. Each field is absent if the source's type does not have it. */
export interface Found {
  /** URL after redirects. */
  url?: string;
  title?: string;
  description?: string;
  /** Repositories only. */
  defaultBranch?: string;
  branches?: Listed;
  tags?: Listed;
  /** Pages in the sitemaps, in the llms.txt, or in the wiki or workspace, or documents of a repository, without excluded ones. */
  pages?: Listed;
  /** URL of the site's llms.txt. It usually has the same content in a better form. */
  llmstxt?: string;
  /** Number of operations of an API description, and its version. */
  operations?: number;
  version?: string;
  /** A warning: what a run would leave out. */
  note?: string;
  /** What a run leaves out of a repository because it repeats other documents, and why. */
  leftOut?: string[];
}

/** What a source offers, and why a run would fail. Both can be present. */
export interface Preview {
  found?: Found;
  failure?: { reason: string; message: string };
}

/** What a preview may read, and for how long. Its limits are below those of a run, because a person waits for it. */
export interface PreviewOptions {
  /** CIDR ranges that may be read although they are private. */
  allowedRanges: readonly string[];
  /** Scratch folder. */
  workDir: string;
  tools: Toolbox;
  /** Sent to the server of the source's URL only. */
  credentials?: SecretData;
  parser: Parser;
  signal: AbortSignal;
  /** Milliseconds for the whole preview. Default: 10,000. */
  maxMs?: number;
  /** Milliseconds to list the documents or pages. Default: 5,000 for a repository, and 4,000 for a website. */
  listingMs?: number;
}

/** Milliseconds without progress on one request. */
export const idleMs = 5000;
/** Limits on one request. */
export const limits: Pick<SourceLimits, 'maxDocumentBytes' | 'maxTotalBytes'> = {
  maxDocumentBytes: 5_000_000,
  maxTotalBytes: 5_000_000,
};
