import { bearerOf } from '../identity/access/authenticator.ts';
import { LecternError } from '../base/errors.ts';
import { checkLicense, type License } from './license.ts';

/** Which licenses an install trusts, and the one that it has. */
export interface LicensingOptions {
  /** Ed25519 public key of the trusted issuer, in base64url. Without it, no licensed operation is allowed. */
  licensePublicKey?: string | undefined;
  /** License of this install, as a JWT. Without it, the install cannot import libraries. */
  license?: string | undefined;
}

/** Checks what licenses allow. Checks a license each time, because it may expire. */
export interface Licensing {
  /** Returns the license in a request's bearer token. Throws LecternError('invalid_license_key'). */
  ofRequest(authorization: string | undefined): Promise<License>;
  /** Throws LecternError('offline_license_required') unless the install has an offline license. */
  requireOffline(): Promise<void>;
}

/** Creates the license checks of an install. */
export function createLicensing({ licensePublicKey, license }: LicensingOptions): Licensing {
  const check = (token: string): Promise<License> => {
    if (licensePublicKey !== undefined) return checkLicense(token, licensePublicKey);
    const message =
      'This install trusts no license issuer; its operator can set LECTERN_LICENSE_PUBLIC_KEY.';
    throw new LecternError('invalid_license_key', message);
  };
  return {
    async ofRequest(authorization) {
      const bearer = bearerOf(authorization);
      if (bearer !== undefined) return check(bearer);
      const message =
        'This request requires a license; send it as "Authorization: Bearer <license>".';
      throw new LecternError('invalid_license_key', message);
    },
    async requireOffline() {
      if (license === undefined) throw notOffline('it has no license (LECTERN_LICENSE)');
      const own = await Promise.resolve(license)
        .then(check)
        .catch((cause: unknown) => {
          throw notOffline(cause instanceof Error ? cause.message : String(cause));
        });
      if (!own.offline) throw notOffline(`the license of ${own.holder} does not allow offline use`);
    },
  };
}

function notOffline(why: string): LecternError {
  const message = `Only an install with an offline license can import libraries: ${why.replace(/\.$/, '')}.`;
  return new LecternError('offline_license_required', message);
}
