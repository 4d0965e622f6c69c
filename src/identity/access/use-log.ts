import type { KeyStore } from './key-store.ts';

interface UseLogOptions {
  store: Pick<KeyStore, 'noteUse'>;
  /** Called if a write fails; the next write includes its data. */
  onError: (error: unknown) => void;
  /** Milliseconds between writes. */
  everyMs?: number;
}

/** Collects the last uses of keys, so that requests do not wait for a write. */
export interface UseLog {
  note(keyId: string, at: number): void;
  /** Writes pending uses. */
  flush(): Promise<void>;
}

/** Writes the last use of each key, once a minute during use. Call `flush` before the process ends. */
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
      // The timer does not keep the process alive, because shutdown flushes.
      timer ??= setTimeout(() => void flush(), everyMs).unref();
    },
    flush,
  };
}
