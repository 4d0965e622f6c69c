import { bearerOf } from '../identity/access/authenticator.ts';
import { LecternError } from '../base/errors.ts';
import { checkLicense, type License } from './license.ts';

export interface LicensingOptions {
  /** Of the issuer this install trusts; without it nothing that needs a license is allowed. */
  licensePublicKey?: string | undefined;
  /** The license of this install. */
  license?: string | undefined;
}

/** What licenses allow on this install. A license is looked at anew each time, since it may expire. */
export interface Licensing {
  /** The license that a request carries as its bearer. Throws LecternError('invalid_license_key'). */
  ofRequest(authorization: string | undefined): Promise<License>;
  /** Throws LecternError('offline_license_required') unless the install has a license for offline use. */
  requireOffline(): Promise<void>;
}

/** Checks licenses by the settings of an install. */
export function createLicensing({ licensePublicKey, license }: LicensingOptions): Licensing {
  const check = (token: string): Promise<License> => {
    if (licensePublicKey !== undefined) return checkLicense(token, licensePublicKey);
    const message =
      'This install trusts no license issuer; its operator can set LECTERN_LICENSE_PUBLIC_KEY.';
    throw new LecternError('invalid_license_key', 401, message);
  };
  return {
    async ofRequest(authorization) {
      const bearer = bearerOf(authorization);
      if (bearer !== undefined) return check(bearer);
      const message =
        'This request requires a license; send it as "Authorization: Bearer <license>".';
      throw new LecternError('invalid_license_key', 401, message);
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
  return new LecternError('offline_license_required', 403, message);
}
