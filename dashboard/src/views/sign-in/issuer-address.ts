/** Maximum length of the view to return to, equal to that of the API. */
const longest = 500;

/**
 * Returns the address that starts a sign-in with the issuer and returns to the view `then`. The server refuses a long view,
 * so a person returns to that view without its query.
 */
export function issuerAddress(serverUrl: string, then: string): string {
  const to = then.length > longest ? then.split('?')[0]! : then;
  return `${serverUrl}/api/v1/session/oidc?to=${encodeURIComponent(to)}`;
}
