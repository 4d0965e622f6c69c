import pino, { type DestinationStream, type Logger } from 'pino';
import { settings as schemas, type SettingSchema } from '../settings/schema.ts';
import type { Settings } from '../settings/settings.ts';
import { errorFacts } from '../../base/log/error-facts.ts';
import { censor, createScrubber } from '../../base/log/scrub.ts';

interface LogOptions {
  /** Secrets that are not settings. */
  secrets?: readonly string[];
  /** Receives one line of JSON at a time. Default: stderr. */
  destination?: DestinationStream;
}

/** Names of fields that may hold secrets. */
const secretNames = ['authorization', 'cookie', 'password', 'token', 'gitToken', 'apiKey', 'key'];

/**
 * Creates the log of a process: one line of JSON per event. Three filters remove secrets: field names of objects, an allow
 * list for errors, and the values of secret settings and forms of credentials in each line. Writes to stderr, because
 * stdout shows the runs.
 */
export function createLog(
  settings: Partial<Settings>,
  { secrets = [], destination = toStderr() }: LogOptions = {},
): Logger {
  const scrub = createScrubber([...secrets, ...secretValues(settings)]);
  return pino(
    {
      level: settings.logLevel ?? 'info',
      base: null,
      serializers: { err: errorFacts },
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor },
      hooks: { streamWrite: scrub },
    },
    destination,
  );
}

/** Maximum bytes of lines that wait for a full disk. Later lines are lost. */
const maxWaiting = 1_000_000;

/** Writes to stderr. A full disk loses lines, and stops nothing. */
function toStderr(): DestinationStream {
  const stderr = pino.destination({ dest: 2, maxLength: maxWaiting });
  const flush = stderr.flushSync.bind(stderr);
  // At the end of the process, it would wait without end for a disk to have room.
  stderr.on('error', () => (stderr.flushSync = () => undefined));
  stderr.on('write', () => (stderr.flushSync = flush));
  return stderr;
}

function secretValues(settings: Partial<Settings>): string[] {
  return Object.entries<SettingSchema>(schemas).flatMap(([name, { secret }]) => {
    const value = settings[name as keyof Settings];
    return secret && typeof value === 'string' ? [value] : [];
  });
}
