import { checkLicense, type License } from './license.ts';
import type { LicensingOptions } from './licensing.ts';

/** What of an install's license anybody may know (contract, section 6). */
export interface LicenseState {
  license: 'configured' | 'none';
  licenseInfo: {
    /** It is good, and has not expired. */
    valid: boolean;
    /** Null where there is no license that was good, or it is for any number of people. */
    teamSize: number | null;
    /** ISO 8601; null where there is none that was good, or it does not end. */
    expiresAt: string | null;
  };
}

/**
 * What the license of this install grants now. Its signature is checked once, by the first look: only time changes
 * afterwards what it is worth. Never rejects.
 */
export function licenseState(
  { license, licensePublicKey }: LicensingOptions,
  now: () => number = Date.now,
): () => Promise<LicenseState> {
  let checked: Promise<License | undefined> | undefined;
  const check = async (): Promise<License | undefined> =>
    license === undefined || licensePublicKey === undefined
      ? undefined
      : checkLicense(license, licensePublicKey, new Date(now())).catch(() => undefined);
  return async () => {
    checked ??= check();
    const good = await checked;
    const { seats = null, expiresAt = null } = good ?? {};
    const hasEnded = expiresAt !== null && Date.parse(expiresAt) <= now();
    return {
      license: license === undefined ? 'none' : 'configured',
      licenseInfo: { valid: good !== undefined && !hasEnded, teamSize: seats, expiresAt },
    };
  };
}
