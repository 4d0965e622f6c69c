import { describe, expect, test } from 'vitest';
import { RunError } from '../../../base/errors.ts';
import { explainGit } from './git-errors.ts';
import { GitFailure } from './git-process.ts';

const url = 'https://host.example/o/r';

function explained(stderr: string): unknown {
  return explainGit(new GitFailure(stderr), url);
}

describe('what git says', () => {
  test.each([
    [
      "fatal: could not read Username for 'https://host.example': terminal prompts disabled",
      'AccessDenied',
      'never',
    ],
    ["fatal: Authentication failed for 'https://host.example/o/r/'", 'AccessDenied', 'never'],
    [
      "fatal: unable to access 'https://host.example/': The requested URL returned error: 403",
      'AccessDenied',
      'never',
    ],
    [
      'git@host: Permission denied (publickey).\nfatal: Could not read from remote repository.',
      'AccessDenied',
      'never',
    ],
    [
      'Host key verification failed.\nfatal: Could not read from remote repository.',
      'AccessDenied',
      'never',
    ],
    ["fatal: repository 'https://host.example/o/r/' not found", 'NotFound', 'never'],
    ['fatal: dumb http transport does not support shallow capabilities', 'InvalidSource', 'never'],
    [
      'fatal: https://host.example/info/refs not valid: is this a git repository?',
      'NotFound',
      'never',
    ],
    ["fatal: unable to access 'x': Could not resolve host: host.example", 'Unreachable', 'backoff'],
    [
      "fatal: unable to access 'x': Failed to connect to host.example port 443",
      'Unreachable',
      'backoff',
    ],
    [
      "fatal: unable to access 'x': The requested URL returned error: 502",
      'Unreachable',
      'backoff',
    ],
    [
      "fatal: unable to access 'x': SSL certificate problem: self-signed certificate",
      'Unreachable',
      'backoff',
    ],
    ['fatal: early EOF\nfatal: index-pack failed', 'Unreachable', 'backoff'],
    ['fatal: write error: No space left on device', 'StorageFailed', 'backoff'],
    ['something new', 'Unreachable', 'backoff'],
    ['', 'Unreachable', 'backoff'],
  ])('%j means %s, tried again: %s', (stderr, reason, retry) => {
    expect(explained(stderr)).toMatchObject({ reason, retry });
  });

  test('an untrusted certificate names the setting for its authority', () => {
    const said = "fatal: unable to access 'x': SSL certificate problem: self-signed certificate";
    expect(explained(said)).toMatchObject({
      message: expect.stringMatching(/GIT_SSL_CAINFO \(.*self-signed certificate\)/),
    });
  });

  test.each([
    "fatal: could not read Username for 'https://host.example': terminal prompts disabled",
    "fatal: could not read Password for 'https://me@host.example': terminal prompts disabled",
    "remote: Not found\nfatal: repository 'https://host.example/o/r/' not found",
    'git@host: Permission denied (publickey).\nfatal: Could not read from remote repository.',
  ])('of %j says what to do in words of its own', (stderr) => {
    const { message } = explained(stderr) as RunError;
    expect(message).toMatch(/^https:\/\/host\.example\/o\/r: .*(check the URL|name a Secret)/);
    expect(message).not.toMatch(/could not read|terminal prompts|fatal|\(/i);
  });

  test('is quoted without credentials and control characters', () => {
    const error = explained(
      "fatal: unable to access 'https://me:secret@host.example/r': \u001b[31mno\u0007",
    );
    expect(error).toBeInstanceOf(RunError);
    expect((error as RunError).message).not.toMatch(/secret|\p{Cc}/u);
  });

  test('leaves other errors as they are', () => {
    const error = new RunError('TooLarge', 'too much');
    expect(explainGit(error, url)).toBe(error);
  });
});
