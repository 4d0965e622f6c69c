import { beginsWithDay } from '../../base/begins-with-day.ts';
import type { CreatedKey, KeyView } from '../../api/routes/keys.ts';
import { createClient, type ClientOptions } from '../client/client.ts';
import { CommandError, exitCodes } from '../client/command-error.ts';
import { formatTable, printJson, printLine } from './output.ts';

/** Options of a new key. */
interface KeyFacts {
  admin?: boolean;
  teamspace?: string;
  user?: string;
  expires?: string;
}

type KeysOptions = ClientOptions & { json?: boolean };

/** `lectern keys create <name>`: creates a key and shows it once. */
export async function createKey(
  name: string,
  { admin, teamspace, user, expires, ...options }: KeysOptions & KeyFacts,
): Promise<void> {
  const made = await createClient(options).json<CreatedKey>('/api/v1/keys', {
    method: 'POST',
    body: {
      name,
      role: admin ? 'admin' : 'member',
      ...(teamspace !== undefined && { teamspace }),
      ...(user !== undefined && { userId: user }),
      ...(expires !== undefined && { expiresAt: expiryOf(expires, Date.now()) }),
    },
  });
  if (options.json) {
    printJson(made);
    return;
  }
  const until = made.expiresAt ? `until ${shown(made.expiresAt)} UTC` : 'until you revoke it';
  const owner = made.userId === undefined ? '' : `${made.userId}, `;
  printLine(`Key "${made.name}" (${owner}${made.role} of ${made.teamspace}), valid ${until}:`);
  printLine();
  printLine(`  ${made.key}`);
  printLine();
  printLine('Save the key now: it is not shown again. Send it as "Authorization: Bearer <key>".');
  printLine(`To revoke it: lectern keys revoke ${made.id}`);
}

const columns = [
  'ID',
  'NAME',
  'ROLE',
  'TEAMSPACE',
  'USER',
  'STATE',
  'CREATED (UTC)',
  'LAST USED',
  'EXPIRES',
];

/** `lectern keys list`: prints one key per line. */
export async function listKeys(options: KeysOptions): Promise<void> {
  const { keys } = await createClient(options).json<{ keys: KeyView[] }>('/api/v1/keys');
  if (options.json) {
    printJson(keys);
    return;
  }
  if (keys.length === 0) {
    printLine('No keys yet. Create one: lectern keys create <name>');
    return;
  }
  const rows = keys.map(
    ({ id, name, role, teamspace, userId, state, createdAt, lastUsedAt, expiresAt }) => [
      id,
      name,
      role,
      teamspace,
      userId ?? '-',
      state,
      shown(createdAt),
      shown(lastUsedAt),
      shown(expiresAt),
    ],
  );
  printLine(formatTable(columns, rows));
}

/** `lectern keys revoke <key>`: accepts the ID, or the key itself. Sends only the ID to the server. */
export async function revokeKey(key: string, options: KeysOptions): Promise<void> {
  const id = /^(?:\S*?)([0-9a-f]{16})(?:_\S+)?$/.exec(key)?.[1];
  if (id === undefined) {
    throw new CommandError(
      exitCodes.usage,
      'Give the ID of a key, 16 hexadecimal digits; `lectern keys list` shows the IDs.',
    );
  }
  const answer = await createClient(options).json<{ message: string }>(`/api/v1/keys/${id}`, {
    method: 'DELETE',
  });
  if (options.json) printJson(answer);
  else printLine(answer.message);
}

const units: Record<string, number> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** Returns the ISO time of `90d`, `12h`, `2w`, or a date. Throws CommandError for other text. */
export function expiryOf(text: string, now: number): string {
  const span = /^(\d{1,4})([hdw])$/.exec(text);
  if (span) return new Date(now + Number(span[1]) * units[span[2]!]!).toISOString();
  const time = beginsWithDay(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  throw new CommandError(
    exitCodes.usage,
    `--expires must be a duration such as 12h, 90d or 8w, or a date such as 2030-01-31, not ${text}`,
  );
}

function shown(time: string | undefined): string {
  return time?.slice(0, 16).replace('T', ' ') ?? '-';
}
