import { describe, expect, test } from 'vitest';
import { RunError } from '../base/errors.ts';
import type { Parser } from './parser.ts';
import type { GenerationWriter } from '../store/snippet-index.ts';
import { ItemReader } from './item-reader.ts';
import { ProgressMeter } from './progress.ts';
import { Names } from './names.ts';
import { Topics } from './topics.ts';

const document = { path: 'docs/x.md', format: 'markdown', content: '# x', hash: 'h' } as const;

/** A reader whose parser throws, and the meter that it tells. */
function readerWith(error: Error, signal = new AbortController().signal) {
  const meter = new ProgressMeter(() => undefined);
  const parser: Parser = {
    async run() {
      throw error;
    },
  };
  const writer = { known: () => undefined } as unknown as GenerationWriter;
  const reader = new ItemReader({
    libraryId: '/acme/docs',
    writer,
    meter,
    topics: new Topics(),
    names: new Names(),
    kept: new Set(),
    anew: false,
    ports: { embedder: { window: 256 } },
    parser,
    signal,
  });
  return { meter, reader, read: () => reader.read({ type: 'document', document }) };
}

describe('a document that is not parsed', () => {
  test('is left out by its name where the parser refuses or is ended', async () => {
    const { meter, read } = readerWith(new RunError('Timeout', 'parsing took longer than 20 s'));

    expect(await read()).toBe('left out');
    expect(meter.current.warnings).toEqual(['docs/x.md: parsing took longer than 20 s']);
  });

  test('is left out by its name, and remembered, where the parser has a fault of its own', async () => {
    const fault = new RunError('Internal', 'Lectern failed to parse it (TypeError: x)');
    const { meter, reader, read } = readerWith(fault);

    expect(await read()).toBe('left out');
    expect(meter.current.warnings).toEqual([
      'docs/x.md: Lectern failed to parse it (TypeError: x)',
    ]);
    expect(reader.fault).toMatchObject({
      reason: 'Internal',
      message: 'docs/x.md: Lectern failed to parse it (TypeError: x)',
    });
  });

  test.each([
    ['TooLarge', 'size', 'parsing needed more than 512 MB of memory'],
    ['Timeout', 'time', 'parsing took longer than 20 seconds'],
  ] as const)(
    'is left out by a limit where the parser throws %s',
    async (reason, limit, message) => {
      const { reader, read } = readerWith(new RunError(reason, message));

      await read();

      expect([...reader.limits]).toEqual([[limit, `docs/x.md: ${message}`]]);
    },
  );

  test('is no fault where the parser refuses it', async () => {
    const { reader, read } = readerWith(new RunError('Malformed', 'it nests too deep'));

    await read();

    expect(reader.fault).toBeUndefined();
  });

  test('fails the run by its name where there is no process that could parse it', async () => {
    const { read } = readerWith(new Error('The parse process did not start'));

    await expect(read()).rejects.toThrow('docs/x.md: The parse process did not start');
  });

  test('is no document left out where the run was ended', async () => {
    const reason = new RunError('Timeout', 'The run took longer than 1h');
    const { read } = readerWith(reason, AbortSignal.abort(reason));

    await expect(read()).rejects.toBe(reason);
  });
});

test('a document that its source failed to read is remembered', async () => {
  const { reader } = readerWith(new Error('not used'));

  await reader.read({ type: 'skipped', path: 'page', reason: 'a fault', fault: true });

  expect(reader.fault).toMatchObject({ reason: 'Internal', message: 'page: a fault' });
});

test('a warning is one line that cannot steer the terminal of a reader', async () => {
  const { meter, reader } = readerWith(new Error('not used'));

  await reader.read({
    type: 'skipped',
    path: 'docs/\u009b2Jx.md',
    reason: 'no JSON:\u001b[2J\n}',
  });

  expect(meter.current.warnings).toEqual(['docs/ 2Jx.md: no JSON: [2J }']);
});

test('a path that stands for many documents counts as all of them, with one reason', async () => {
  const { meter, reader } = readerWith(new Error('not used'));

  const reason = '120 documents are left out as translations (de, zh)';
  await reader.read({ type: 'skipped', path: 'docs', reason, documents: 120 });

  expect(meter.current).toMatchObject({ skipped: 120, warnings: [`docs: ${reason}`] });
});
