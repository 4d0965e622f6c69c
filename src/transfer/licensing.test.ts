import { beforeAll, describe, expect, test } from 'vitest';
import { generateLicenseKeys, issueLicense, type LicenseKeys } from './license.ts';
import { createLicensing } from './licensing.ts';

const offline = { holder: 'Acme', offline: true, issuedAt: '2026-01-01T00:00:00.000Z' };

let keys: LicenseKeys;
let others: LicenseKeys;
beforeAll(async () => {
  keys = await generateLicenseKeys();
  others = await generateLicenseKeys();
});

describe('an install', () => {
  test('may import with an offline license', async () => {
    const license = await issueLicense(offline, keys.privateKey);

    const licensing = createLicensing({ licensePublicKey: keys.publicKey, license });

    await expect(licensing.requireOffline()).resolves.toBeUndefined();
  });

  test('may not import without one, with one that is not for offline use, or of a stranger', async () => {
    const online = await issueLicense({ ...offline, offline: false }, keys.privateKey);
    const strange = await issueLicense(offline, others.privateKey);
    const reasons = await Promise.all(
      [undefined, online, strange].map(async (license) =>
        createLicensing({ licensePublicKey: keys.publicKey, ...(license && { license }) })
          .requireOffline()
          .catch((error: unknown) => error),
      ),
    );

    expect(reasons).toMatchObject([
      {
        code: 'offline_license_required',
        status: 403,
        message: expect.stringContaining('it has no license'),
      },
      {
        code: 'offline_license_required',
        message: expect.stringContaining('Acme does not allow offline use'),
      },
      {
        code: 'offline_license_required',
        message: expect.stringContaining('its issuer is not the one'),
      },
    ]);
  });

  test('takes the license of a request from its bearer', async () => {
    const license = await issueLicense(offline, keys.privateKey);
    const licensing = createLicensing({ licensePublicKey: keys.publicKey });

    expect(await licensing.ofRequest(`Bearer ${license}`)).toMatchObject({ holder: 'Acme' });
    await expect(licensing.ofRequest(undefined)).rejects.toThrow('Authorization: Bearer <license>');
    await expect(licensing.ofRequest('Bearer x')).rejects.toThrow('Invalid license');
  });

  test('that knows no issuer accepts no license', async () => {
    const license = await issueLicense(offline, keys.privateKey);

    const licensing = createLicensing({ license });

    await expect(licensing.ofRequest(`Bearer ${license}`)).rejects.toMatchObject({ status: 401 });
    await expect(licensing.requireOffline()).rejects.toThrow('LECTERN_LICENSE_PUBLIC_KEY');
  });
});
