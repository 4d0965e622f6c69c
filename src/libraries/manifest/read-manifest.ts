import type { Parser } from '../parser.ts';
import { ManifestError, type ManifestEntry } from './parse.ts';

/** Milliseconds that a manifest may be read for: YAML of five million characters takes ten seconds of a fast core. */
const limitMs = 60_000;

/** The entries of a manifest; `file` is its name in messages. Throws ManifestError, or RunError where it takes too much to read. */
export async function readManifest(
  { text, file }: { text: string; file: string },
  { parser, signal }: { parser: Parser; signal: AbortSignal },
): Promise<ManifestEntry[]> {
  const read = await parser.run('manifest', { text, where: file }, { signal, limitMs });
  if ('mistakes' in read) throw new ManifestError(file, read.mistakes);
  return read.entries;
}
