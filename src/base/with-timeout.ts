/** Returns the result of a promise. Throws if the promise takes longer than `timeoutMs`; the work itself goes on. */
export async function withTimeout<Value>(work: Promise<Value>, timeoutMs: number): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = (): void => reject(new Error(`no answer within ${timeoutMs} ms`));
  const timer = setTimeout(late, timeoutMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
