import { RunError } from '../../../base/errors.ts';

/**
 * Yields the objects in the output of `git cat-file --batch`. The output has for each object `<oid> <type> <size>`, a
 * newline, the bytes and a newline. Throws RunError('Malformed') if an object is missing or cut off.
 */
export async function* readObjects(output: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const bytes = new ByteQueue(output);
  for (;;) {
    const header = await bytes.line();
    if (header === undefined) return;
    const [, type, size] = header.split(' ');
    if (type !== 'blob' || !/^\d+$/.test(size ?? '')) {
      throw new RunError('Malformed', `git cannot read an object of the repository: ${header}`);
    }
    const object = await bytes.take(Number(size) + 1);
    yield object.subarray(0, -1);
  }
}

const maxLine = 4096;

/** Reads a stream by lines or by a number of bytes. */
class ByteQueue {
  private readonly source: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(output: AsyncIterable<Buffer>) {
    this.source = output[Symbol.asyncIterator]();
  }

  /** Returns the next line without its newline; undefined at the end. */
  async line(): Promise<string | undefined> {
    for (;;) {
      const end = this.rest.indexOf(10);
      if (end >= 0) return this.cut(end + 1).toString('latin1', 0, end);
      if (this.rest.length > maxLine) throw new RunError('Malformed', 'git writes no line breaks');
      const { value, done } = await this.source.next();
      if (done) return this.rest.length === 0 ? undefined : this.unfinished();
      this.rest = Buffer.concat([this.rest, value]);
    }
  }

  async take(count: number): Promise<Buffer> {
    const chunks = [this.rest];
    let size = this.rest.length;
    while (size < count) {
      const { value, done } = await this.source.next();
      if (done) return this.unfinished();
      chunks.push(value);
      size += value.length;
    }
    this.rest = chunks.length === 1 ? this.rest : Buffer.concat(chunks, size);
    return this.cut(count);
  }

  private cut(count: number): Buffer {
    const head = this.rest.subarray(0, count);
    this.rest = this.rest.subarray(count);
    return head;
  }

  private unfinished(): never {
    throw new RunError('Malformed', 'the output of git ends within an object');
  }
}
