import { createHash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { UploadStore } from '../../src/store/uploads.ts';

/** A store for one test, and another connection to the same data, as in another process. */
export interface UploadsUnderTest {
  uploads: UploadStore;
  another(): UploadStore;
  cleanUp(): Promise<void>;
}

/** Defines the tests that every adapter of UploadStore must pass. */
export function describeUploads(name: string, create: () => Promise<UploadsUnderTest>): void {
  // oxlint-disable-next-line vitest/valid-title
  describe(name, () => {
    const limits = { maxBytes: 10_000_000, signal: new AbortController().signal };
    let under: UploadsUnderTest;
    beforeEach(async () => {
      under = await create();
    });
    afterEach(async () => under.cleanUp());

    async function* pieces(content: Buffer, length = 65_536): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < content.length; at += length) yield content.subarray(at, at + length);
    }

    async function bytesOf(upload: string): Promise<Buffer | undefined> {
      const content = await under.another().open(upload);
      return content && Buffer.concat(await Array.fromAsync(content));
    }

    test('returns the stored bytes to another process, with their count and hash', async () => {
      const content = randomBytes(2_500_000);
      const facts = await under.uploads.put('acme-1.ndjson', pieces(content), limits);
      expect(facts).toEqual({
        bytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      });
      expect((await bytesOf('acme-1.ndjson'))?.equals(content)).toBe(true);
    });

    test('keeps an empty upload', async () => {
      await under.uploads.put('empty', pieces(Buffer.alloc(0)), limits);
      expect(await bytesOf('empty')).toEqual(Buffer.alloc(0));
    });

    test('returns undefined for an unknown or deleted upload', async () => {
      expect(await bytesOf('nothing')).toBeUndefined();
      await under.uploads.put('gone', pieces(randomBytes(10)), limits);
      await under.uploads.delete('gone');
      await under.uploads.delete('gone');
      expect(await bytesOf('gone')).toBeUndefined();
    });

    test('replaces longer content by newer, shorter content', async () => {
      await under.uploads.put('twice', pieces(randomBytes(2_100_000)), limits);
      await under.uploads.put('twice', pieces(Buffer.from('newer')), limits);
      expect(String(await bytesOf('twice'))).toBe('newer');
    });

    test('refuses too large content and keeps the earlier upload', async () => {
      await under.uploads.put('held', pieces(Buffer.from('older')), limits);
      const large = under.uploads.put('held', pieces(randomBytes(2_100_000)), {
        ...limits,
        maxBytes: 2_000_000,
      });
      await expect(large).rejects.toMatchObject({ code: 'payload_too_large', status: 413 });
      expect(String(await bytesOf('held'))).toBe('older');
    });

    test('keeps nothing of an interrupted upload', async () => {
      async function* broken(): AsyncGenerator<Uint8Array> {
        yield randomBytes(1_500_000);
        throw new Error('the sender went away');
      }
      await expect(under.uploads.put('half', broken(), limits)).rejects.toThrow('went away');
      expect(await bytesOf('half')).toBeUndefined();
    });

    test('keeps the later of two uploads that were sent at the same time', async () => {
      const later = randomBytes(2_500_000);
      async function* slow(): AsyncGenerator<Uint8Array> {
        yield* pieces(later.subarray(0, 1_500_000));
        await under.another().put('both', pieces(Buffer.from('earlier')), limits);
        yield* pieces(later.subarray(1_500_000));
      }
      await under.uploads.put('both', slow(), limits);
      expect((await bytesOf('both'))?.equals(later)).toBe(true);
    });

    test('keeps an upload when a second one with its name ends before it and fails', async () => {
      const content = randomBytes(2_500_000);
      async function* slow(): AsyncGenerator<Uint8Array> {
        yield* pieces(content.subarray(0, 1_500_000));
        const small = { ...limits, maxBytes: 1 };
        await expect(under.another().put('both', pieces(content), small)).rejects.toThrow('larger');
        yield* pieces(content.subarray(1_500_000));
      }
      await under.uploads.put('both', slow(), limits);
      expect((await bytesOf('both'))?.equals(content)).toBe(true);
    });

    test('lets a run read on while the same content is stored again', async () => {
      const content = randomBytes(2_500_000);
      await under.uploads.put('read', pieces(content), limits);
      const reading = (await under.another().open('read'))![Symbol.asyncIterator]();
      const { value: first } = (await reading.next()) as IteratorYieldResult<Uint8Array>;

      await under.uploads.put('read', pieces(content), limits);

      const rest = await Array.fromAsync({ [Symbol.asyncIterator]: () => reading });
      expect(Buffer.concat([first, ...rest]).equals(content)).toBe(true);
      expect((await bytesOf('read'))?.equals(content)).toBe(true);
    });

    test('stops when it is aborted', async () => {
      const signal = AbortSignal.abort(new Error('stopped'));
      const stopped = under.uploads.put('stopped', pieces(randomBytes(10)), { ...limits, signal });
      await expect(stopped).rejects.toThrow('stopped');
      expect(await bytesOf('stopped')).toBeUndefined();
    });

    test.each(['../escape', '/etc/passwd', 'a/b', '', 'Upper', '.hidden', 'x'.repeat(300)])(
      'refuses names that are paths: %.20s',
      async (bad) => {
        await expect(under.uploads.put(bad, pieces(randomBytes(1)), limits)).rejects.toThrow(
          'name',
        );
        await expect(under.uploads.open(bad)).rejects.toThrow('name');
        await expect(under.uploads.delete(bad)).rejects.toThrow('name');
      },
    );
  });
}
