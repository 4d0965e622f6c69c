import { homedir } from 'node:os';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RunError } from '../../../base/errors.ts';
import { parseLocation } from './location.ts';

describe('a URL over the network', () => {
  test.each([
    ['https://github.com/o/r', 'https://github.com/o/r', 'github.com', '443'],
    ['  https://github.com/o/r.git ', 'https://github.com/o/r.git', 'github.com', '443'],
    [
      'HTTPS://Git.Example.org:8443/a/b',
      'https://git.example.org:8443/a/b',
      'git.example.org',
      '8443',
    ],
    ['http://git.example.org/r', 'http://git.example.org/r', 'git.example.org', '80'],
    ['git+https://github.com/o/r', 'https://github.com/o/r', 'github.com', '443'],
  ])('%s is read by http from %s', (text, url, hostname, port) => {
    expect(parseLocation(text, false)).toEqual({ kind: 'http', url, hostname, port });
  });

  test.each([
    ['ssh://git@github.com/o/r.git', 'github.com'],
    ['ssh://git@git.example.org:2222/o/r', 'git.example.org'],
    ['git@github.com:owner/repo.git', 'github.com'],
    ['deploy-1@git.example.org:/srv/r.git', 'git.example.org'],
  ])('%s is read by ssh', (text, hostname) => {
    expect(parseLocation(text, false)).toEqual({ kind: 'ssh', url: text, hostname });
  });

  test('keeps credentials apart from the URL that is shown', () => {
    expect(parseLocation('https://me:p%40ss@host.example/r', false)).toMatchObject({
      url: 'https://host.example/r',
      credentials: { username: 'me', password: 'p@ss' },
    });
    expect(parseLocation('https://token@host.example/r', false)).toMatchObject({
      url: 'https://host.example/r',
      credentials: { username: 'token', password: '' },
    });
    expect(parseLocation('ssh://git:secret@host.example/r', false)).toMatchObject({
      url: 'ssh://git@host.example/r',
    });
  });
});

describe('a local path', () => {
  test.each([
    ['/srv/repository', '/srv/repository'],
    ['./here', resolve('here')],
    ['.', process.cwd()],
    ['docs', resolve('docs')],
    ['~/project', `${homedir()}/project`],
    ['file:///srv/my%20repository', '/srv/my repository'],
  ])('%s is taken where the operator allows it', (text, path) => {
    expect(parseLocation(text, true)).toEqual({ kind: 'local', path });
  });

  test.each(['/srv/repository', '.', 'docs', '~', 'file:///srv/repository'])(
    '%s is refused otherwise, and the message says who may name it',
    (text) => {
      expect(() => parseLocation(text, false)).toThrow(/only in the operator's own manifest/);
    },
  );
});

const refused = [
  '',
  ' ',
  '--upload-pack=touch /tmp/x',
  '-oProxyCommand=x',
  'ext::sh -c whoami',
  'fd::17',
  'git::https://host/r',
  'git://host.example/r',
  'ftp://host.example/r',
  'javascript:alert(1)',
  'https://',
  'https://github.com',
  'https://github.com/',
  'https://host.example/r?x=1',
  'https://host.example/r#main',
  'https://host.example/r\nx',
  'https://host.example/\u0000',
  'ssh://-oProxyCommand=x/r',
  'ssh://-x@host.example/r',
  'ssh://host.example/-x',
  'ssh://host.example/',
  'git@host.example:-x',
  'git@-host:r',
  'git@host.example:',
  'https://a:b%zz@host.example/r',
];

describe('everything else', () => {
  test.each(refused.flatMap((text) => [[text, true] as const, [text, false] as const]))(
    '%j with local paths %s is an InvalidSource',
    (text, allowLocal) => {
      expect(() => parseLocation(text, allowLocal)).toThrow(RunError);
    },
  );

  test('is refused when it is longer than any URL', () => {
    expect(() => parseLocation(`https://host.example/${'a'.repeat(2000)}`, false)).toThrow(
      RunError,
    );
  });

  test('is refused with the forms that are allowed and without the credentials', () => {
    const parse = (): unknown => parseLocation('ftp://me:secret@host.example/r', false);
    expect(parse).toThrow(/https:\/\/host\/path, ssh:\/\/user@host\/path, user@host:path/);
    expect(parse).not.toThrow(/secret/);
  });
});

describe('any text', () => {
  test('gives a location without credentials in it, or a RunError', () => {
    const prefix = fc.constantFrom('', 'https://', 'ssh://', 'git@', 'file://', '-', 'ext::', './');
    fc.assert(
      fc.property(prefix, fc.string({ unit: 'binary', maxLength: 60 }), (start, rest) => {
        const location = attempt(start + rest);
        if (!location || location.kind === 'local') return;
        expect(location.url.startsWith('-')).toBe(false);
        expect(location.hostname).not.toMatch(/^-|^$/);
        if (location.kind === 'http') expect(new URL(location.url).username).toBe('');
      }),
    );
  });

  function attempt(text: string): ReturnType<typeof parseLocation> | undefined {
    try {
      return parseLocation(text, true);
    } catch (error) {
      expect(error).toBeInstanceOf(RunError);
      return undefined;
    }
  }
});
