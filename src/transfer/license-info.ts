import { checkLicense, type License } from './license.ts';
import type { LicensingOptions } from './licensing.ts';

/** The public state of an install's license, in the shape of Context7's API. */
export interface LicenseState {
  license: 'configured' | 'none';
  licenseInfo: {
    /** Whether the license is valid and has not expired. */
    valid: boolean;
    /** Null without a valid license, or if the number of people is unlimited. */
    teamSize: number | null;
    /** ISO 8601. Null without a valid license, or if it does not expire. */
    expiresAt: string | null;
  };
}

/**
 * Returns a function that reads the state of this install's license. The first call checks the signature; later calls check only
 * the expiry. Never rejects.
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
