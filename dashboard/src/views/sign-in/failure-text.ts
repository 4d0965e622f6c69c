/**
 * What a person is told when a sign-in with the issuer did not succeed. `code` comes with the address, so whatever it says, the words
 * are these.
 */
export function failureText(code: string, issuer: string): string {
  const texts = new Map([
    ['cancelled', 'The sign-in was given up before it was done.'],
    [
      'expired',
      'The sign-in took too long, or was begun in another browser or under another address. Begin again.',
    ],
    ['refused', `${issuer} refused the sign-in. The log of the server says why.`],
    [
      'no_teamspace',
      `${issuer} does not say which teamspace you belong to. Ask whoever looks after it to put you into one.`,
    ],
    ['unreachable', `${issuer} cannot be asked now. Try again in a moment, or sign in with a key.`],
  ]);
  return (
    texts.get(code) ??
    `What ${issuer} answered does not fit what it was asked for. Begin again; if that does not help, the log of the server says more.`
  );
}
