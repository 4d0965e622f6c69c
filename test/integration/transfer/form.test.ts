import { execFileSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { LecternError } from '../../../src/base/errors.ts';
import { readForm, type ReceivedForm } from '../../../src/transfer/read-form.ts';

const part = (disposition: string, content: string): string =>
  `--x\r\nContent-Disposition: form-data${disposition}\r\n\r\n${content}\r\n`;

/** Returns a pipe that the test removes. It takes nothing until somebody reads it, as a slow disk does. */
async function pipe(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-form-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'pipe');
  execFileSync('mkfifo', [file]);
  return file;
}

const read = (file: string, sent: AsyncIterable<Buffer>): Promise<ReceivedForm> =>
  readForm(
    { stream: Readable.from(sent), headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    {
      what: 'The form',
      file: 'wanted',
      maxBytes: 1_000_000,
      tooLarge: () => new LecternError('payload_too_large', 'It is too large.'),
    },
    { file, signal: new AbortController().signal },
  );

const nameless = {
  code: 'validation_error',
  message: 'The form cannot be read: a part of the form has no name.',
};

test('a part without a name is refused also behind a file that the disk has not taken yet', async () => {
  const file = await pipe();
  const content = part('; name="wanted"; filename="a"', 'a'.repeat(270_000));
  async function* sent(): AsyncGenerator<Buffer> {
    // The first piece fills the stream to the disk, and the others fill the stream of the file.
    yield Buffer.from(content.slice(0, 200_000));
    yield Buffer.from(content.slice(200_000, 240_000));
    yield Buffer.from(`${content.slice(240_000)}--x\r\n`);
    yield Buffer.from(part('', 'text').slice('--x\r\n'.length));
    createReadStream(file).resume();
    yield Buffer.from('--x--\r\n');
  }

  await expect(read(file, sent())).rejects.toMatchObject(nameless);
});

test('an invalid form is refused when nothing opens its file any more, so that it can be removed', async () => {
  const file = await pipe();
  const events: string[] = [];
  async function* sent(): AsyncGenerator<Buffer> {
    yield Buffer.from(part('; name="wanted"; filename="a"', 'a'));
    yield Buffer.from(`${part('', 'text')}--x--\r\n`);
  }

  const refused = read(file, sent()).catch((error: unknown) => {
    events.push('refused');
    return error;
  });
  // The form is read meanwhile, but the system opens the pipe for writing only with a reader.
  for (let turns = 0; turns < 100; turns += 1) await turn();
  events.push('opened');
  createReadStream(file).resume();

  expect(await refused).toMatchObject(nameless);
  expect(events).toEqual(['opened', 'refused']);
});

test.each([
  [
    'with another name',
    '; name="other"; filename="a"',
    'the form has a file "other"; it must be named wanted',
  ],
  ['without a name', '; filename="a"', 'a part of the form has no name'],
])('a file %s is refused, and the process goes on', async (_, disposition, why) => {
  const uncaught: string[] = [];
  const keep = (error: Error): void => void uncaught.push(error.message);
  process.on('uncaughtException', keep);
  onTestFinished(() => void process.off('uncaughtException', keep));
  async function* sent(): AsyncGenerator<Buffer> {
    yield Buffer.from(`${part(disposition, 'a')}--x--\r\n`);
  }

  const refused = await read('unused', sent()).catch((error: unknown) => error);

  expect(refused).toMatchObject({ message: `The form cannot be read: ${why}.` });
  expect(uncaught).toEqual([]);
});
