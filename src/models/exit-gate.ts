const shut = 0;
const inside = 1;

/** Longest wait for the thread to come out, in milliseconds; one text or the loading of the model takes far less. */
const longestWait = 2000;

/**
 * Keeps a process from ending while a thread is in the model's native code: Node stops its threads by force, and the
 * runtime answers that with abort(), which makes an orderly exit look like a crash. Shared by both sides of a thread.
 */
export class ExitGate {
  readonly memory: SharedArrayBuffer;
  readonly #flags: Int32Array;

  constructor(memory = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#flags = new Int32Array(memory);
  }

  /** The thread's side: runs native work, unless the gate is shut. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    // Inside first, then look: the other order would let the exit slip in between.
    Atomics.store(this.#flags, inside, 1);
    try {
      if (Atomics.load(this.#flags, shut) === 1) throw new Error('the process is ending');
      return await work();
    } finally {
      Atomics.store(this.#flags, inside, 0);
      Atomics.notify(this.#flags, inside);
    }
  }

  /** The process's side, for its 'exit' event: blocks until the thread is out and lets it in no more. */
  shut(): void {
    Atomics.store(this.#flags, shut, 1);
    Atomics.wait(this.#flags, inside, 1, longestWait);
  }
}
