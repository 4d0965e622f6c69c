import { describe, expect, test } from 'vitest';
import { isBackupPath, parseManifest } from './backup-manifest.ts';

const file = { path: 'lectern.db', bytes: 4096, sha256: 'a'.repeat(64) };
const manifest = (parts: object = {}): string =>
  JSON.stringify({ format: 1, version: '1.0.0', createdAt: '2026-01-01', files: [file], ...parts });

describe('isBackupPath', () => {
  test.each([
    'lectern.db',
    'secrets.key',
    'operator.token',
    'admin.key',
    'snippets/acme-anvil-0a1b2c3d.db',
    'uploads/0a1b.json',
  ])('takes %s', (path) => expect(isBackupPath(path)).toBe(true));

  test.each([
    '../lectern.db',
    'snippets/../../etc/passwd.db',
    'snippets/../lectern.db',
    '/etc/passwd',
    'C:\\lectern.db',
    'uploads/.ssh',
    'uploads/a/b',
    'lectern.db-wal',
    'snippets/a.db-shm',
    'lectern.lock',
    'lock.db',
    'lectern.db\n',
    '',
  ])('takes no %j', (path) => expect(isBackupPath(path)).toBe(false));
});

describe('parseManifest', () => {
  test('reads the list of a backup', () => {
    expect(parseManifest(manifest()).files).toEqual([file]);
  });

  test.each([
    ['is no JSON', 'PK', /manifest\.json is not JSON/],
    ['is of another format', manifest({ format: 2 }), /format is not 1/],
    ['has no list', manifest({ files: {} }), /files are required/],
    ['lacks the registry', manifest({ files: [] }), /lectern\.db is not in it/],
    ['names a path outside', manifest({ files: [{ ...file, path: '../x' }] }), /names "\.\.\/x"/],
    ['names nothing', manifest({ files: [null] }), /files\[0\]/],
    ['has no size', manifest({ files: [{ ...file, bytes: -1 }] }), /bytes must be a size/],
    ['has no checksum', manifest({ files: [{ ...file, sha256: 'x' }] }), /64 hexadecimal/],
    ['lists a file twice', manifest({ files: [file, file] }), /twice/],
  ])('refuses one that %s', (_name, text, message) => {
    expect(() => parseManifest(text)).toThrow(message);
  });
});
