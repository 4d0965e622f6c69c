/** The error that work fails with, from the moment it does; an error of its own when it does not fail. */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => new Error('it did not fail'),
    (error: unknown) => error,
  );
}
