import pino, { type DestinationStream, type Logger } from 'pino';
import { settings as schemas, type SettingSchema } from '../settings/schema.ts';
import type { Settings } from '../settings/settings.ts';
import { errorFacts } from '../../base/log/error-facts.ts';
import { censor, createScrubber } from '../../base/log/scrub.ts';

export interface LogOptions {
  /** Secrets that are no settings. */
  secrets?: readonly string[];
  /** stderr when absent. Gets a line of JSON, with its end, a time. */
  destination?: DestinationStream;
}

/** Names under which secrets stand in what others hand over. */
const secretNames = ['authorization', 'cookie', 'password', 'token', 'gitToken', 'apiKey', 'key'];

/**
 * The log of a process: a line of JSON an event. Secrets are kept out of it three times: objects by name, errors by naming
 * what of them is told, and whole lines by the values of the secret settings and the forms of credentials. Lines go to
 * stderr: stdout belongs to the person who watches the runs.
 */
export function createLog(
  settings: Partial<Settings>,
  { secrets = [], destination = pino.destination(2) }: LogOptions = {},
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

function secretValues(settings: Partial<Settings>): string[] {
  return Object.entries<SettingSchema>(schemas).flatMap(([name, { secret }]) => {
    const value = settings[name as keyof Settings];
    return secret && typeof value === 'string' ? [value] : [];
  });
}
