/** Returns a function that makes a value at its first call. So a start does not wait for what it may never use. */
export function makeOnce<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
