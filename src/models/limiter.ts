/** Runs at most `size` tasks at a time, the others in the order they came. */
export class Limiter {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(size: number) {
    this.#free = size;
  }

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      // A place is handed to whoever waits, so that a newcomer cannot slip in before.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
