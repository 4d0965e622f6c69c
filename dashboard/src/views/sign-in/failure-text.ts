/** Returns the text for a failed sign-in with the issuer. `code` comes from the address, so the text never contains it. */
export function failureText(code: string, issuer: string): string {
  const texts = new Map([
    ['cancelled', 'The sign-in was canceled.'],
    [
      'expired',
      'The sign-in took too long, or started in another browser or under another address. Try again.',
    ],
    ['refused', `${issuer} refused the sign-in. The log of the server says why.`],
    [
      'no_teamspace',
      `${issuer} does not say which teamspace you belong to. Ask its administrator to assign you to one.`,
    ],
    ['unreachable', `${issuer} does not answer now. Try again in a moment, or sign in with a key.`],
  ]);
  return (
    texts.get(code) ??
    `The answer of ${issuer} does not match this sign-in. Try again. If that does not help, the log of the server has details.`
  );
}
