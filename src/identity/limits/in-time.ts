/** What a promise comes to, if it does within so many milliseconds; else it rejects. */
export async function inTime<Value>(answer: Promise<Value>, timeoutMs: number): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = (): void => reject(new Error(`no answer within ${timeoutMs} ms`));
  const timer = setTimeout(late, timeoutMs);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
}
