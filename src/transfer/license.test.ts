import { SignJWT, importPKCS8 } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkLicense, generateLicenseKeys, issueLicense, type LicenseKeys } from './license.ts';

const issuedAt = '2026-01-01T00:00:00.000Z';
const expiresAt = '2027-01-01T00:00:00.000Z';
const now = new Date('2026-06-01T00:00:00.000Z');

let keys: LicenseKeys;
let others: LicenseKeys;
beforeAll(async () => {
  keys = await generateLicenseKeys();
  others = await generateLicenseKeys();
});

const offline = { holder: 'Acme', offline: true, issuedAt };

describe('a license', () => {
  test('contains its holder, its rights and its end', async () => {
    const license = { holder: 'Acme GmbH & Co', offline: true, seats: 50, issuedAt, expiresAt };

    const token = await issueLicense(license, keys.privateKey);

    expect(await checkLicense(token, keys.publicKey, now)).toEqual(license);
  });

  test('without seats and end is for any number of people and does not end', async () => {
    const token = await issueLicense({ holder: 'Acme', offline: false, issuedAt }, keys.privateKey);

    const license = await checkLicense(token, keys.publicKey, new Date('2099-01-01'));

    expect(license).toEqual({ holder: 'Acme', offline: false, issuedAt });
  });

  test('ends on its day, and the message says which and whose it was', async () => {
    const token = await issueLicense({ ...offline, expiresAt }, keys.privateKey);

    await expect(checkLicense(token, keys.publicKey, new Date(expiresAt))).rejects.toMatchObject({
      code: 'invalid_license_key',
      status: 401,
      message: 'The license of Acme expired on 2027-01-01; request a new one.',
    });
  });

  test('of another issuer is refused', async () => {
    const token = await issueLicense(offline, others.privateKey);

    await expect(checkLicense(token, keys.publicKey)).rejects.toThrow('its issuer is not the one');
  });

  test('that was changed by a single character is refused', async () => {
    const [header, claims = '', signature] = (await issueLicense(offline, keys.privateKey)).split(
      '.',
    );
    const changed = Buffer.from(claims, 'base64url').toString().replace('Acme', 'Acne');
    const token = [header, Buffer.from(changed).toString('base64url'), signature].join('.');

    await expect(checkLicense(token, keys.publicKey)).rejects.toThrow('The license was changed');
  });

  test.each(['', 'nothing', 'a.b.c', 'x'.repeat(5_000), '{"offline":true}'])(
    'is not just any text: %.20s',
    async (token) => {
      await expect(checkLicense(token, keys.publicKey)).rejects.toMatchObject({
        code: 'invalid_license_key',
      });
    },
  );

  test('needs a signature: one that claims to need none is refused', async () => {
    const part = (value: object): string =>
      Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { sub: 'Acme', aud: 'lectern-license', iat: 1, offline: true };

    const token = `${part({ alg: 'none' })}.${part(claims)}.`;

    await expect(checkLicense(token, keys.publicKey)).rejects.toMatchObject({ status: 401 });
  });

  test('is no token that the same key signed for another purpose', async () => {
    const key = await importPKCS8(keys.privateKey, 'EdDSA');
    const signed = new SignJWT({ offline: true }).setProtectedHeader({ alg: 'EdDSA' });
    const token = await signed.setSubject('Acme').setIssuedAt().setAudience('other').sign(key);

    await expect(checkLicense(token, keys.publicKey)).rejects.toMatchObject({ status: 401 });
  });

  test('cannot be verified or issued with a text that is no key', async () => {
    const token = await issueLicense(offline, keys.privateKey);

    await expect(checkLicense(token, 'no key')).rejects.toThrow('LECTERN_LICENSE_PUBLIC_KEY');
    await expect(issueLicense(offline, 'no key')).rejects.toThrow('lectern license keygen');
  });
});
