import { RunError } from '../../base/errors.ts';
import { librariesOf, type ManifestLibraries } from '../manifest/to-library.ts';
import type { Parser } from '../parser.ts';
import type { ManifestSync } from '../../resources/manifest-sync.ts';
import { failureOf, type Failure } from './failure.ts';
import type { OpenManifest } from './open-manifest.ts';

/** The result of a check of a manifest. `commit` is '' if it is unknown. */
export type Look =
  /** The commit or hash is the settled one. */
  | { found: 'unmoved'; commit: string }
  | { found: 'manifest'; commit: string; wanted: ManifestLibraries; allowLocal: boolean }
  | { found: 'failure'; commit: string; failure: Failure };

interface LookOptions {
  open: OpenManifest;
  parser: Parser;
  /** The commit or hash that needs no more work. Undefined: read the manifest whatever its commit is. */
  settled: string | undefined;
  wikiSite: (() => Promise<string | undefined>) | undefined;
  /** Milliseconds for the whole check. Default: five minutes. */
  maxMs?: number;
}

const usualMaxMs = 300_000;
/** Milliseconds to parse a manifest. Five million characters of YAML take ten seconds on a fast core. */
const limitMs = 60_000;

/** Checks a manifest, and reads it if it has changed. Rejects only if the signal aborts. */
export async function lookAt(
  sync: ManifestSync,
  { open, parser, settled, wikiSite, maxMs = usualMaxMs }: LookOptions,
  signal: AbortSignal,
): Promise<Look> {
  const limit = timeLimit(maxMs);
  const limited = AbortSignal.any([signal, limit.signal]);
  let commit = '';
  try {
    const reader = await open(sync);
    commit = await reader.revision(limited);
    if (commit === settled) return { found: 'unmoved', commit };
    const { text, name, revision, baseDir } = await reader.read(limited);
    // The manifest may have changed in between.
    commit = revision;
    const place = { name, ...(baseDir !== undefined && { baseDir }) };
    const site = await wikiSite?.();
    const parsed = await parser.run('manifest', { text }, { signal: limited, limitMs });
    const wanted = librariesOf(parsed, { ...place, wikiSite: site });
    return { found: 'manifest', commit, wanted, allowLocal: baseDir !== undefined };
  } catch (error) {
    signal.throwIfAborted();
    return { found: 'failure', commit, failure: failureOf(error) };
  } finally {
    limit.clear();
  }
}

function timeLimit(maxMs: number): { signal: AbortSignal; clear: () => void } {
  const ended = new AbortController();
  const message = `reading the manifest took over ${maxMs / 1000} seconds`;
  const timer = setTimeout(() => ended.abort(new RunError('Timeout', message)), maxMs);
  return { signal: ended.signal, clear: () => clearTimeout(timer) };
}
