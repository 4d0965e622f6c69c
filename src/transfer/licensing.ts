import { bearerOf } from '../identity/access/authenticator.ts';
import { LecternError } from '../base/errors.ts';
import { checkLicense, type License } from './license.ts';

export interface LicensingOptions {
  /** Of the issuer this install trusts; without it nothing that needs a licence is allowed. */
  licensePublicKey?: string | undefined;
  /** The licence of this install. */
  license?: string | undefined;
}

/** What licences allow on this install. A licence is looked at anew each time, since it may expire. */
export interface Licensing {
  /** The licence that a request carries as its bearer. Throws LecternError('invalid_license_key'). */
  ofRequest(authorization: string | undefined): Promise<License>;
  /** Throws LecternError('offline_license_required') unless the install has a licence for offline use. */
  requireOffline(): Promise<void>;
}

/** Checks licences by the settings of an install. */
export function createLicensing({ licensePublicKey, license }: LicensingOptions): Licensing {
  const check = (token: string): Promise<License> => {
    if (licensePublicKey !== undefined) return checkLicense(token, licensePublicKey);
    const message =
      'This install knows no issuer of licences; its operator sets LECTERN_LICENSE_PUBLIC_KEY.';
    throw new LecternError('invalid_license_key', 401, message);
  };
  return {
    async ofRequest(authorization) {
      const bearer = bearerOf(authorization);
      if (bearer !== undefined) return check(bearer);
      const message = 'This needs a licence as "Authorization: Bearer <licence>".';
      throw new LecternError('invalid_license_key', 401, message);
    },
    async requireOffline() {
      if (license === undefined) throw notOffline('it has none (LECTERN_LICENSE)');
      const own = await Promise.resolve(license)
        .then(check)
        .catch((cause: unknown) => {
          throw notOffline(cause instanceof Error ? cause.message : String(cause));
        });
      if (!own.offline) throw notOffline(`that of ${own.holder} is not for offline use`);
    },
  };
}

function notOffline(why: string): LecternError {
  const message = `Libraries can be imported only by an install with an offline licence: ${why.replace(/\.$/, '')}.`;
  return new LecternError('offline_license_required', 403, message);
}
