import {
  errors,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importJWK,
  importPKCS8,
  jwtVerify,
  SignJWT,
  type JWTPayload,
} from 'jose';
import { LecternError } from '../base/errors.ts';

/** What a license grants, to whom and for how long. */
export interface License {
  /** Name of the license's holder. */
  holder: string;
  /** Whether the install may import libraries from files. */
  offline: boolean;
  /** Maximum number of people who may use the install. Absent: unlimited. */
  seats?: number;
  /** ISO 8601. */
  issuedAt: string;
  /** ISO 8601. Absent: never. */
  expiresAt?: string;
}

/** The key pair of a license issuer. */
export interface LicenseKeys {
  /** PKCS #8 in PEM. Everybody who has it can issue licenses. */
  privateKey: string;
  /** The 32 bytes of the Ed25519 public key in base64url, for the configuration of installs. */
  publicKey: string;
}

const algorithm = 'EdDSA';
const curve = { kty: 'OKP', crv: 'Ed25519' } as const;
/** Distinguishes licenses from other tokens that were signed with the same key. */
const audience = 'lectern-license';
/** Maximum characters of a license. Real ones are shorter. */
const maxCharacters = 4_000;

/** Generates the key pair of a license issuer. */
export async function generateLicenseKeys(): Promise<LicenseKeys> {
  const pair = await generateKeyPair(algorithm, { crv: curve.crv, extractable: true });
  const { x = '' } = await exportJWK(pair.publicKey);
  return { privateKey: await exportPKCS8(pair.privateKey), publicKey: x };
}

/** Signs a license. Returns a JSON Web Token. Throws LecternError if the private key is invalid. */
export async function issueLicense(
  { holder, offline, seats, issuedAt, expiresAt }: License,
  privateKey: string,
): Promise<string> {
  const key = await importPKCS8(privateKey, algorithm).catch((cause: unknown) => {
    const message =
      'The private key must be an Ed25519 key in PEM format, as `lectern license keygen` creates it.';
    throw new LecternError('validation_error', message, { cause });
  });
  const token = new SignJWT({ offline, ...(seats !== undefined && { seats }) })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setSubject(holder)
    .setAudience(audience)
    .setIssuedAt(new Date(issuedAt));
  if (expiresAt !== undefined) token.setExpirationTime(new Date(expiresAt));
  return token.sign(key);
}

/** Verifies a license. Throws LecternError('invalid_license_key') if another key signed it, or if it has expired. */
export async function checkLicense(
  token: string,
  publicKey: string,
  now = new Date(),
): Promise<License> {
  if (token.length > maxCharacters) throw invalid('License too long.');
  const key = await importJWK({ ...curve, x: publicKey }, algorithm).catch((cause: unknown) => {
    const message =
      'The license public key (LECTERN_LICENSE_PUBLIC_KEY) must be the 43 characters that `lectern license keygen` prints.';
    throw new LecternError('validation_error', message, { cause });
  });
  const options = {
    algorithms: [algorithm],
    audience,
    currentDate: now,
    requiredClaims: ['sub', 'iat'],
  };
  const { payload } = await jwtVerify(token, key, options).catch((error: unknown) => {
    throw invalid(reasonOf(error), error);
  });
  return toLicense(payload);
}

function toLicense({ sub = '', offline, seats, iat, exp }: JWTPayload): License {
  return {
    holder: sub,
    offline: offline === true,
    ...(typeof seats === 'number' && { seats }),
    issuedAt: isoTime(iat ?? 0),
    ...(exp !== undefined && { expiresAt: isoTime(exp) }),
  };
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) {
    const { sub, exp = 0 } = error.payload;
    return `The license of ${sub} expired on ${isoTime(exp).slice(0, 10)}; request a new one.`;
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return 'The license was changed, or its issuer is not the one that this install trusts.';
  }
  return 'Invalid license; copy the whole token, without spaces or line breaks.';
}

function invalid(message: string, cause?: unknown): LecternError {
  return new LecternError('invalid_license_key', message, { cause });
}
