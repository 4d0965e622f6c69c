import { beforeAll, describe, expect, test } from 'vitest';
import { licenseState } from './license-info.ts';
import { generateLicenseKeys, issueLicense, type LicenseKeys } from './license.ts';

const issuedAt = '2026-01-01T00:00:00.000Z';
const expiresAt = '2027-01-01T00:00:00.000Z';
const unknown = { valid: false, teamSize: null, expiresAt: null };

describe('the public state of a license', () => {
  let keys: LicenseKeys;
  beforeAll(async () => {
    keys = await generateLicenseKeys();
  });
  const issue = (grants: { seats?: number; expiresAt?: string }): Promise<string> =>
    issueLicense({ holder: 'Acme', offline: true, issuedAt, ...grants }, keys.privateKey);

  test('is how many it is for and when it ends, and not whose it is', async () => {
    const license = await issue({ seats: 25, expiresAt });
    let now = Date.parse('2026-12-31T00:00:00Z');
    const state = licenseState({ license, licensePublicKey: keys.publicKey }, () => now);

    const before = await state();
    now = Date.parse(expiresAt);
    const after = await state();

    expect(before).toEqual({
      license: 'configured',
      licenseInfo: { valid: true, teamSize: 25, expiresAt },
    });
    expect(after.licenseInfo).toEqual({ valid: false, teamSize: 25, expiresAt });
  });

  test('is nothing of one without bounds', async () => {
    const state = licenseState({ license: await issue({}), licensePublicKey: keys.publicKey });
    expect((await state()).licenseInfo).toEqual({ valid: true, teamSize: null, expiresAt: null });
  });

  test('is that it is not good, or that there is none', async () => {
    const { publicKey: licensePublicKey } = keys;
    const license = await issue({ seats: 25 });
    const other = await generateLicenseKeys();

    const foreign = licenseState({ license, licensePublicKey: other.publicKey });
    const unchecked = licenseState({ license });
    const none = licenseState({ licensePublicKey });

    expect(await foreign()).toEqual({ license: 'configured', licenseInfo: unknown });
    expect(await unchecked()).toEqual({ license: 'configured', licenseInfo: unknown });
    expect(await none()).toEqual({ license: 'none', licenseInfo: unknown });
  });
});
