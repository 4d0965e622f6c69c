import type { Readable } from 'node:stream';

/** Where lines come from. The length of a line is limited, because a client without line breaks would fill the memory. */
export interface LineOptions {
  input: Readable;
  /** Maximum bytes of a line; a longer line becomes `undefined`. 1,000,000 by default. */
  maxBytes?: number;
}

/** Calls `onLine` with each line of the input, without its line break. Resolves when the input ends. */
export async function readLines(
  { input, maxBytes = 1_000_000 }: LineOptions,
  onLine: (line: string | undefined) => void,
): Promise<void> {
  let kept: Buffer[] = [];
  let size = 0;
  let tooLong = false;
  const take = (part: Buffer): void => {
    size += part.length;
    if (size > maxBytes) {
      tooLong = true;
      kept = [];
    } else {
      kept.push(part);
    }
  };
  const finish = (): void => {
    const line = tooLong ? undefined : Buffer.concat(kept).toString('utf8').replace(/\r$/, '');
    kept = [];
    size = 0;
    tooLong = false;
    onLine(line);
  };
  for await (const chunk of input as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      take(chunk.subarray(from, at));
      finish();
      from = at + 1;
    }
    take(chunk.subarray(from));
  }
  if (size > 0) finish();
}
