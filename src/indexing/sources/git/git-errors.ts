import { RunError, type FailureReason } from '../../../base/errors.ts';
import { GitFailure } from './git-process.ts';
import { withoutCredentials } from './location.ts';

interface Meaning {
  pattern: RegExp;
  reason: FailureReason;
  message: string;
  /** The message does not name the cause, so git's own message follows it. */
  isVague?: true;
  retryAfterSeconds?: number;
}

/** Seconds to leave a host alone that asks for fewer requests. git does not print its `Retry-After`. */
export const busyHostSeconds = 60;

/** Servers do not tell a client without access which of the two it is. */
export const privateOrGone =
  'it does not exist or is private; check the URL, or give credentials that may read it: gitToken, an integration of its host, or a Secret that secretRef names';

// The first that matches wins. Texts are those of git, curl and OpenSSH in English (LC_ALL=C).
const meanings: Meaning[] = [
  {
    pattern: /Host key verification failed|No .* host key is known/,
    reason: 'AccessDenied',
    message:
      'its host key is not the one in known_hosts, or is not there; connect once by ssh, or add it to known_hosts (ssh-keyscan prints it)',
  },
  {
    pattern:
      /Permission denied \(|Could not read from remote repository.*Permission|no supported methods remain/s,
    reason: 'AccessDenied',
    message:
      "the server accepts no SSH key that it was shown; name a Secret with identity and known_hosts, or put the entry into the operator's own manifest",
  },
  {
    pattern:
      /returned error: 401|Authentication failed|could not read (?:Username|Password)|terminal prompts disabled|Invalid username or/,
    reason: 'AccessDenied',
    message: privateOrGone,
  },
  {
    pattern: /returned error: 403|access (?:denied|rights)|not authori[sz]ed|forbidden/i,
    reason: 'AccessDenied',
    message: 'the server refuses access; check which accounts may read it',
  },
  {
    pattern:
      /returned error: 40[4-9]|returned error: 410|repository .*not found|does not appear to be a git repository|not valid: is this a git repository|does not exist/i,
    reason: 'NotFound',
    message: 'there is no such repository; check the URL, and whether it is private',
  },
  {
    pattern: /dumb http transport does not support/,
    reason: 'InvalidSource',
    message:
      'its server offers its files only, which git calls the dumb protocol; serve it by git http-backend or ssh',
  },
  {
    pattern: /certificate|SSL|TLS/,
    reason: 'Unreachable',
    message:
      'no trusted encrypted connection can be made; if the certificate is yours, the operator can name the file of its authority in GIT_SSL_CAINFO',
    isVague: true,
  },
  {
    pattern: /returned error: 429/,
    reason: 'Unreachable',
    message: 'the server asks for fewer requests; Lectern tries again later',
    retryAfterSeconds: busyHostSeconds,
  },
  {
    pattern: /returned error: 5\d\d/,
    reason: 'Unreachable',
    message: 'the server failed',
    isVague: true,
  },
  {
    pattern: /No space left on device/,
    reason: 'StorageFailed',
    message: 'the scratch folder is full; give it more space',
  },
  {
    pattern:
      /Could not resolve|Connection (?:refused|reset|timed out|closed)|Failed to connect|Couldn't connect|timed out|early EOF|unexpected disconnect|hung up|RPC failed|Empty reply|unable to access/i,
    reason: 'Unreachable',
    message: 'the server cannot be reached',
    isVague: true,
  },
];

/** Returns the RunError for a failed git command. Returns an error that is not a GitFailure unchanged. */
export function explainGit(error: unknown, repository: string): unknown {
  if (error instanceof RunError && error.reason === 'Timeout') {
    return new RunError('Timeout', `${repository}: ${error.message}`, { cause: error });
  }
  if (!(error instanceof GitFailure)) return error;
  const meaning = meanings.find(({ pattern }) => pattern.test(error.stderr));
  const detail = lastWords(error.stderr);
  if (!meaning) {
    return new RunError('Unreachable', `${repository} cannot be read: ${detail}`, { cause: error });
  }
  const { reason, message, isVague, retryAfterSeconds } = meaning;
  const said = isVague ? ` (${detail})` : '';
  return new RunError(reason, `${repository}: ${message}${said}`, {
    cause: error,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

/** Returns the line with the cause, short, printable and without credentials. */
function lastWords(stderr: string): string {
  const said = stderr.split(/[\r\n]+/).map((line) => line.trim());
  const fatal = said.find((line) => /^(?:fatal|error|ssh|remote: error):/i.test(line));
  const line = (fatal ?? said.findLast((text) => text !== '') ?? 'git failed').replace(
    /^fatal: /,
    '',
  );
  return withoutCredentials(line.replace(/\p{Cc}/gu, ' ')).slice(0, 300);
}

/** Returns whether git refused to follow a redirect. */
export function isRedirected(error: unknown): boolean {
  return error instanceof GitFailure && /returned error: 30\d|redirect/i.test(error.stderr);
}

/** Returns whether the server has no such branch, tag or commit. */
export function isUnknownRef(error: unknown): boolean {
  return (
    error instanceof GitFailure &&
    /Remote branch .* not found in upstream|not our ref|unadvertised object/s.test(error.stderr)
  );
}
