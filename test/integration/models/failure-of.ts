/** Returns the error with which work fails, or an error of its own if the work succeeds. */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => new Error('it did not fail'),
    (error: unknown) => error,
  );
}
