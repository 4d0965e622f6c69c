const shut = 0;
const inside = 1;

/** Longest wait for threads to come out, in milliseconds; one text or the loading of the model takes far less. */
const longestWait = 2000;

/**
 * Keeps a process from ending while threads are in the model's native code: Node stops its threads by force, and the
 * runtime answers that with abort(), which makes an orderly exit look like a crash. Shared by a process and its threads.
 */
export class ExitGate {
  readonly memory: SharedArrayBuffer;
  readonly #flags: Int32Array;

  constructor(memory = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#flags = new Int32Array(memory);
  }

  /** A thread's side: runs native work, unless the gate is shut. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    // Inside first, then look: the other order would let the exit slip in between.
    Atomics.add(this.#flags, inside, 1);
    try {
      if (Atomics.load(this.#flags, shut) === 1) throw new Error('the process is ending');
      return await work();
    } finally {
      Atomics.sub(this.#flags, inside, 1);
      Atomics.notify(this.#flags, inside);
    }
  }

  /** The process's side, for its 'exit' event: blocks until all threads are out and lets none in any more. */
  shut(): void {
    Atomics.store(this.#flags, shut, 1);
    const deadline = performance.now() + longestWait;
    let count = Atomics.load(this.#flags, inside);
    while (count > 0 && performance.now() < deadline) {
      Atomics.wait(this.#flags, inside, count, longestWait);
      count = Atomics.load(this.#flags, inside);
    }
  }
}
