/** The nonce of style elements that the page creates. Without it, the server's content security policy refuses them. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
}
