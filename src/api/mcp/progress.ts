/** Sends a notification that belongs to a request. */
export type Notify = (method: string, params: Record<string, unknown>) => void;

/** A call that is answered sooner than this tells nothing of its progress. */
const everyMs = 1_000;

/**
 * Does the work, telling the caller once a second that it still goes on, when the caller asked for that by a progress token:
 * clients that give up on silence then wait.
 */
export async function withProgress<Value>(
  token: unknown,
  notify: Notify,
  work: () => Promise<Value>,
): Promise<Value> {
  if (typeof token !== 'string' && typeof token !== 'number') return work();
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    notify('notifications/progress', {
      progressToken: token,
      progress,
      message: `Working for ${progress} s`,
    });
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
