import { RunError } from '../../../base/errors.ts';

/** An object in the output of `git cat-file --batch`. */
export interface GitObject {
  oid: string;
  type: string;
  bytes: Buffer;
}

/** Yields the blobs in the output of `git cat-file --batch`. Throws RunError('Malformed') if an object is missing or cut off. */
export async function* readBlobsIn(output: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const { oid, type, bytes } of readObjects(output, Infinity)) {
    if (type !== 'blob') throw unreadable(`${oid} ${type}`);
    yield bytes;
  }
}

/**
 * Yields the objects in the output of `git cat-file --batch`. The output has for each object `<oid> <type> <size>`, a
 * newline, the bytes and a newline. Throws RunError: 'Malformed' if an object is missing or cut off, 'TooLarge' before an object
 * with which all of them have more than `maxBytes`.
 */
export async function* readObjects(
  output: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<GitObject> {
  const queue = new ByteQueue(output);
  let total = 0;
  try {
    for (;;) {
      const header = await queue.line();
      if (header === undefined) return;
      const [oid = '', type = '', size = ''] = header.split(' ');
      if (!/^\d+$/.test(size)) throw unreadable(header);
      total += Number(size);
      if (total > maxBytes) {
        throw new RunError('TooLarge', `the objects have more than ${maxBytes} bytes`);
      }
      const object = await queue.take(Number(size) + 1);
      yield { oid, type, bytes: object.subarray(0, -1) };
    }
  } finally {
    await queue.close();
  }
}

function unreadable(header: string): RunError {
  return new RunError('Malformed', `git cannot read an object of the repository: ${header}`);
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

  /** Ends the stream. Unread data would keep its pipe open. */
  async close(): Promise<void> {
    await this.source.return?.();
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
