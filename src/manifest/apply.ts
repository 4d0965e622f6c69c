import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { LecternError, RunError } from '../errors.ts';
import { annotations, resourceName, type LibrarySpec } from '../resources/library.ts';
import type { Registry } from '../store/registry.ts';
import { specMistake } from '../controller/library/validate.ts';
import { ManifestError, parseManifest, type ManifestEntry } from './parse.ts';
import { manifestMetadata, planManifest, type PlanStep } from './plan.ts';
import { librarySpecOf } from './to-library.ts';

export interface ApplyOptions {
  registry: Registry;
  file: string;
  prune: boolean;
  now?: () => Date;
}

const owner = 'manifest';
const maxBytes = 5_000_000;

/**
 * Makes the registry match the manifest file. Throws ManifestError with every mistake named, or LecternError when the
 * file cannot be read; nothing has changed then. Returns what was done, entry by entry.
 */
export async function applyManifest(options: ApplyOptions): Promise<PlanStep[]> {
  const { registry, file, prune } = options;
  const entries = parseManifest(await readManifest(file), file);
  const { specs, skipped } = specsOf(entries, file);
  const steps = planManifest(specs, await registry.list(), { owner, prune });
  for (const step of steps) await execute(step, options);
  return [...steps, ...skipped];
}

async function readManifest(file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    if (size > maxBytes) throw new Error(`it is over ${maxBytes} bytes`);
    return await readFile(file, 'utf8');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new LecternError('manifest_invalid', 422, `Cannot read the manifest ${file}: ${why}`, {
      cause: error,
    });
  }
}

function specsOf(
  entries: ManifestEntry[],
  file: string,
): { specs: LibrarySpec[]; skipped: PlanStep[] } {
  const baseDir = dirname(resolve(file));
  const mistakes: { line: number; message: string }[] = [];
  const specs: LibrarySpec[] = [];
  const skipped: PlanStep[] = [];
  const lineOf = new Map<string, number>();
  for (const entry of entries) {
    const { line } = entry;
    const spec = specOf(entry, baseDir);
    if (spec instanceof RunError) {
      mistakes.push({ line, message: spec.message });
      continue;
    }
    if (!spec) {
      const reason = `the ${entry.type} integration is not configured`;
      skipped.push({ action: 'skip', libraryId: entry.url, reason });
      continue;
    }
    const earlier = lineOf.get(spec.id);
    const mistake = earlier
      ? `${spec.id} stands twice, first on line ${earlier}; remove one, or give it its own \`id\``
      : specMistake(spec);
    lineOf.set(spec.id, earlier ?? line);
    if (mistake) mistakes.push({ line, message: mistake });
    else specs.push(spec);
  }
  if (mistakes.length > 0) throw new ManifestError(file, mistakes);
  return { specs, skipped };
}

/** The entry's Library; undefined where its integration is missing, an error where its URL says nothing. */
function specOf(entry: ManifestEntry, baseDir: string): LibrarySpec | RunError | undefined {
  try {
    return librarySpecOf(entry, baseDir);
  } catch (error) {
    if (error instanceof RunError) return error;
    throw error;
  }
}

async function execute(step: PlanStep, { registry, now }: ApplyOptions): Promise<void> {
  const { action, spec, libraryId } = step;
  if (action === 'create' && spec) {
    const metadata = { name: resourceName(libraryId), ...manifestMetadata(owner) };
    await registry.create({ metadata, spec });
  } else if (action === 'update' && spec && step.name) {
    const requestedAt = (now?.() ?? new Date()).toISOString();
    await registry.patch(step.name, {
      spec,
      annotations: { [annotations.requestedAt]: requestedAt },
    });
  } else if (action === 'prune' && step.name) {
    await registry.delete(step.name);
  }
}
