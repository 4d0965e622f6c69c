/** Returns whether the code of a failed connection says that a certificate is not trusted. OpenSSL and Node name these codes. */
export function isUntrustedCertificate(code: string): boolean {
  return /CERT|UNABLE_TO_|HOSTNAME_MISMATCH/.test(code);
}
