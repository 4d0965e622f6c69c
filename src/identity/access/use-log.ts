import type { KeyStore } from './key-store.ts';

export interface UseLogOptions {
  store: Pick<KeyStore, 'noteUse'>;
  /** Told of what could not be written; it is tried again with the next ones. */
  onError: (error: unknown) => void;
  /** Milliseconds between writes. */
  everyMs?: number;
}

/** Collects when keys were used, so that no request waits for that to be written. */
export interface UseLog {
  note(keyId: string, at: number): void;
  /** Writes what was noted. */
  flush(): Promise<void>;
}

/** Writes the last use of each key once a minute while keys are used; `flush` before the process ends. */
export function createUseLog({ store, onError, everyMs = 60_000 }: UseLogOptions): UseLog {
  let noted = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (noted.size === 0) return;
    const written = noted;
    noted = new Map();
    try {
      await store.noteUse(written);
    } catch (error) {
      onError(error);
      noted = new Map([...written, ...noted]);
    }
  }

  return {
    note(keyId, at) {
      noted.set(keyId, at);
      // The process may end although something is noted: it is flushed then.
      timer ??= setTimeout(() => void flush(), everyMs).unref();
    },
    flush,
  };
}
