import { ago, moment } from './format.ts';
import { useNow } from './use-now.ts';

/** Shows a relative time, with the exact time in a tooltip. `at` is a date and time (ISO 8601). */
export function Time({ at }: { at: string }) {
  const now = useNow();
  const then = Date.parse(at);
  return (
    <time dateTime={at} title={moment(then)}>
      {ago(then, now)}
    </time>
  );
}
