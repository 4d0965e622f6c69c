/** What style elements that are made while the page runs must carry, so that the server's policy lets them through. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
}
