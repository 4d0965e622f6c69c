import { describe, expect, test } from 'vitest';
import { createLog } from './create-log.ts';
import { terminalLine } from './terminal-line.ts';

/** Returns the terminal's line for a log call. */
function seen(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  const destination = { write: (line: string) => void (text += terminalLine(line)) };
  write(createLog({ logLevel: 'info' }, { destination }));
  return text;
}

describe('terminalLine', () => {
  test('contains the time of day, the severity, the message and the facts', () => {
    const text = seen((log) =>
      log.info({ method: 'POST', route: '/api/v1/refresh', status: 202, tool: 'a b' }, 'request'),
    );

    expect(text).toMatch(
      /^\d\d:\d\d:\d\d info {2}request method=POST route=\/api\/v1\/refresh status=202 tool="a b"$/,
    );
  });

  test('shows where an error came from below it', () => {
    const cause = new Error('disk full');
    const err = new Error('no such column', { cause });
    const text = seen((log) => log.error({ err }, 'sync failed'));

    const [first, second, third] = text.split('\n');
    expect(first).toMatch(/ error sync failed$/);
    expect(second).toBe('Error: no such column');
    expect(third).toMatch(/^ +at .*terminal-line\.test/);
    expect(text).toContain('\nError: disk full\n');
  });

  test('removes control characters of the terminal', () => {
    const forged = 'a\u001B[2Jb\u009B1Ac\u007F\r\u202E';
    const text = seen((log) => log.warn({ forged, err: new Error(forged) }, forged));

    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(text).toContain('warn  a');
  });
});
