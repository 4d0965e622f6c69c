import { describe, expect, test } from 'vitest';
import type { Settings } from '../settings/settings.ts';
import { createLog } from './create-log.ts';

function written(
  settings: Partial<Settings>,
  write: (log: ReturnType<typeof createLog>) => void,
): string[] {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  write(createLog({ logLevel: 'info', ...settings }, { destination }));
  return lines;
}

describe('createLog', () => {
  test('keeps the values of secret settings out of every part of a line', () => {
    const webhookSecret = 'planted-webhook-secret';
    const lines = written({ webhookSecret }, (log) => {
      const cause = new Error(`wrong: ${webhookSecret}`);
      log.error(
        { err: new Error(`with ${webhookSecret}`, { cause }), webhookSecret },
        webhookSecret,
      );
    });

    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('planted');
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: 50, msg: '***' });
  });

  test('removes the value of every field with the name of a secret', () => {
    const lines = written({}, (log) => {
      log.info({ token: 'short', headers: { authorization: 'short' } }, 'handed over');
    });

    expect(lines[0]).not.toContain('short');
  });

  test('writes one line for each event, whatever its text contains', () => {
    const forged = 'GET /x\n{"level":30,"msg":"all is well"}\r\n\u2028\u0000\u001B[31m';
    const lines = written({}, (log) => log.warn({ forged }, forged));

    expect(lines).toHaveLength(1);
    expect(lines[0]!.trimEnd()).not.toMatch(/\p{Cc}/u);
    expect(JSON.parse(lines[0]!)).toMatchObject({ forged, msg: forged });
  });

  test('leaves out events below the configured severity', () => {
    const lines = written({ logLevel: 'warn' }, (log) => log.info('nothing new'));

    expect(lines).toEqual([]);
  });
});
