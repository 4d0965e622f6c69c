import { readFile, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { messageOf } from '../../base/errors.ts';
import { CommandError, exitCodes, unreadable } from '../client/command-error.ts';
import {
  checkLicense,
  generateLicenseKeys,
  issueLicense,
  type License,
} from '../../transfer/license.ts';
import { printJson, printLine, printNote } from './output.ts';

/** `lectern license keygen`: creates a key pair. Writes the private key to a new file that only its owner can read. */
export async function licenseKeygen({ out }: { out: string }): Promise<void> {
  const { privateKey, publicKey } = await generateLicenseKeys();
  await writeFile(out, privateKey, { mode: 0o600, flag: 'wx' }).catch((cause: unknown) => {
    const exists = (cause as NodeJS.ErrnoException).code === 'EEXIST';
    const why = exists ? 'the file exists, and licenses may depend on it' : messageOf(cause);
    throw new CommandError(exitCodes.usage, `Cannot write ${out}: ${why}`, { cause });
  });
  printLine(publicKey);
  printNote(
    `The private key is in ${out}. Keep it secret. Installs that set LECTERN_LICENSE_PUBLIC_KEY=${publicKey} trust its licenses.`,
  );
}

/** The flags of `lectern license issue`. Numbers are still text; `licenseIssue` checks them. */
interface IssueOptions {
  /** File with the private key of the issuer. */
  key: string;
  holder: string;
  /** Allows libraries to be imported from files. */
  offline?: boolean;
  /** Maximum number of people; no limit if absent. */
  seats?: string;
  /** Days until the license expires; it never does if absent. */
  days?: string;
}

/** `lectern license issue`: creates a license and prints it. */
export async function licenseIssue(options: IssueOptions, now = new Date()): Promise<void> {
  const { key, holder, offline = false } = options;
  const seats = positive('--seats', options.seats);
  const days = positive('--days', options.days);
  const privateKey = await readFile(key, 'utf8').catch(unreadable(key));
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

/** `lectern license check`: shows what a license allows. Throws if the license is invalid. */
export async function licenseCheck(
  given: string | undefined,
  { publicKey, json }: { publicKey?: string; json?: boolean },
): Promise<void> {
  if (publicKey === undefined) {
    const message = 'Set the public key by --public-key or LECTERN_LICENSE_PUBLIC_KEY';
    throw new CommandError(exitCodes.usage, message);
  }
  const token =
    given === '-' ? await text(process.stdin) : (given ?? process.env['LECTERN_LICENSE']);
  if (token === undefined) {
    const message = 'Give a license, give - to read it from stdin, or set LECTERN_LICENSE';
    throw new CommandError(exitCodes.usage, message);
  }
  const license = await checkLicense(token.trim(), publicKey);
  if (json) {
    printJson(license);
    return;
  }
  const { holder, offline, seats, issuedAt, expiresAt } = license;
  printLine(`Holder:   ${holder}`);
  printLine(`Offline:  ${offline ? 'yes: libraries can be imported' : 'no'}`);
  printLine(`Seats:    ${seats ?? 'any number'}`);
  printLine(`Issued:   ${issuedAt.slice(0, 10)}`);
  printLine(`Expires:  ${expiresAt?.slice(0, 10) ?? 'never'}`);
}

function positive(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  // The year of a date has four digits.
  if (/^[1-9]\d{0,5}$/.test(value)) return Number(value);
  const message = `${option} must be a whole number from 1 to 999999, not ${value}`;
  throw new CommandError(exitCodes.usage, message);
}
