const shut = 0;
const inside = 1;

/** Maximum milliseconds to wait for threads; embedding one text or loading the model takes far less. */
const longestWait = 2000;

/**
 * Prevents a process from exiting while threads run the native code of the model. Node ends its threads by force, and the runtime
 * then calls abort(), so a normal exit looks like a crash. The process and its threads share the gate.
 */
export class ExitGate {
  readonly memory: SharedArrayBuffer;
  private readonly flags: Int32Array;

  constructor(memory = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.flags = new Int32Array(memory);
  }

  /** For threads: runs native work, unless the gate is shut. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    // Count first, then check: in the other order, the process could exit in between.
    Atomics.add(this.flags, inside, 1);
    try {
      if (Atomics.load(this.flags, shut) === 1) throw new Error('the process is ending');
      return await work();
    } finally {
      Atomics.sub(this.flags, inside, 1);
      Atomics.notify(this.flags, inside);
    }
  }

  /** For the process's 'exit' event: blocks until no thread runs native work, and lets none start. */
  shut(): void {
    Atomics.store(this.flags, shut, 1);
    const deadline = performance.now() + longestWait;
    let count = Atomics.load(this.flags, inside);
    while (count > 0 && performance.now() < deadline) {
      Atomics.wait(this.flags, inside, count, longestWait);
      count = Atomics.load(this.flags, inside);
    }
  }
}
