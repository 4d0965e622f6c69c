import { readFile, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { CommandError, exitCodes } from '../client/command-error.ts';
import {
  checkLicense,
  generateLicenseKeys,
  issueLicense,
  type License,
} from '../../transfer/license.ts';
import { printJson, printLine } from './output.ts';

/** `lectern license keygen`: a key pair; the private key goes to a new file that its owner alone can read. */
export async function licenseKeygen({ out }: { out: string }): Promise<void> {
  const { privateKey, publicKey } = await generateLicenseKeys();
  await writeFile(out, privateKey, { mode: 0o600, flag: 'wx' }).catch((cause: unknown) => {
    const exists = (cause as NodeJS.ErrnoException).code === 'EEXIST';
    const why = exists
      ? 'it is there already, and licences may have been issued with it'
      : String(cause);
    throw new CommandError(exitCodes.usage, `Cannot write ${out}: ${why}`, { cause });
  });
  printLine(publicKey);
  process.stderr.write(
    `The private key is in ${out}; keep it. Installs trust its licences with LECTERN_LICENSE_PUBLIC_KEY=${publicKey}\n`,
  );
}

export interface IssueOptions {
  key: string;
  holder: string;
  offline?: boolean;
  seats?: string;
  days?: string;
}

/** `lectern license issue`: prints a licence. */
export async function licenseIssue(options: IssueOptions, now = new Date()): Promise<void> {
  const { key, holder, offline = false } = options;
  const seats = positive('--seats', options.seats);
  const days = positive('--days', options.days);
  const privateKey = await readFile(key, 'utf8').catch((cause: unknown) => {
    throw new CommandError(exitCodes.usage, `Cannot read the private key ${key}`, { cause });
  });
  const expiresAt = days && new Date(now.getTime() + days * 86_400_000).toISOString();
  const license: License = {
    holder,
    offline,
    ...(seats && { seats }),
    issuedAt: now.toISOString(),
    ...(expiresAt && { expiresAt }),
  };
  printLine(await issueLicense(license, privateKey));
}

/** `lectern license check`: what a licence grants; one that is not good is an error. */
export async function licenseCheck(
  given: string | undefined,
  { publicKey, json }: { publicKey?: string; json?: boolean },
): Promise<void> {
  if (publicKey === undefined) {
    const message = 'Name the public key by --public-key or LECTERN_LICENSE_PUBLIC_KEY';
    throw new CommandError(exitCodes.usage, message);
  }
  const token =
    given === '-' ? await text(process.stdin) : (given ?? process.env['LECTERN_LICENSE']);
  if (token === undefined) {
    const message = 'Name a licence, - for one on stdin, or set LECTERN_LICENSE';
    throw new CommandError(exitCodes.usage, message);
  }
  const license = await checkLicense(token.trim(), publicKey);
  if (json) {
    printJson(license);
    return;
  }
  const { holder, offline, seats, issuedAt, expiresAt } = license;
  printLine(`Holder:   ${holder}`);
  printLine(`Offline:  ${offline ? 'yes: libraries may be imported' : 'no'}`);
  printLine(`Seats:    ${seats ?? 'any number'}`);
  printLine(`Issued:   ${issuedAt.slice(0, 10)}`);
  printLine(`Expires:  ${expiresAt?.slice(0, 10) ?? 'never'}`);
}

function positive(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new CommandError(exitCodes.usage, `${option} must be a whole number from 1, not ${value}`);
}
