import { createConcurrencyLimit } from '../base/concurrency-limit.ts';
import { messageOf } from '../base/errors.ts';
import type { EcosystemFacts } from './formats/reading.ts';
import type { DownloadedPom } from './open-files.ts';
import type { FilesToRead } from './parse-tasks.ts';

/** Where poms outside of the project are. */
export interface PomPlaces {
  /** The folder of the local Maven repository. */
  repository: string;
  /** Returns a pom of the index by its path. Throws an error whose message says why it cannot be read. Absent: asks no index. */
  download?: (path: string) => Promise<string>;
}

interface WithPomsOptions {
  /** Reads the files of a project. */
  read: (files: FilesToRead) => Promise<EcosystemFacts>;
  places: PomPlaces | undefined;
  signal: AbortSignal;
}

// Spring Boot's bill of materials imports 40 others, four levels deep.
const maxPoms = 300;
const maxCharacters = 32_000_000;
const maxRounds = 30;
const maxParallel = 4;

/**
 * Reads files of a project. Downloads the poms that reading missed, and reads again, because each pom names its parents and
 * imports. Throws what `read` throws, and the signal's reason.
 */
export async function withPoms(
  files: FilesToRead,
  { read, places, signal }: WithPomsOptions,
): Promise<EcosystemFacts> {
  if (!places) return read(files);
  const { repository, download } = places;
  const downloaded = new Map<string, DownloadedPom>();
  const limit = createConcurrencyLimit({ total: maxParallel, perKey: maxParallel });
  let characters = 0;
  for (let round = 1; ; round += 1) {
    const facts = await read({ ...files, poms: { repository, downloaded } });
    const { missingPoms = [] } = facts;
    if (missingPoms.length === 0 || !download) return facts;
    const obtain = async (path: string): Promise<DownloadedPom> => {
      const isOver = downloaded.size >= maxPoms || characters > maxCharacters || round > maxRounds;
      if (isOver) return { problem: 'the project needs too many poms' };
      try {
        const text = await download(path);
        characters += text.length;
        return { text };
      } catch (error) {
        signal.throwIfAborted();
        return { problem: messageOf(error) };
      }
    };
    await Promise.all(
      missingPoms.map((path) =>
        limit('', signal, async () => downloaded.set(path, await obtain(path))),
      ),
    );
  }
}
