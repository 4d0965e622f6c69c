import { useState } from 'react';
import { useNow } from '../../shared/use-now.ts';
import { paceOf, withSample, type Pace, type Run, type Sample } from './pace.ts';

/** Returns the speed of a run, from the changes that the page has received. */
export function usePace(run: Run): Pace & { now: number } {
  const now = useNow(1_000);
  const [heard, setHeard] = useState<{ run?: Run; samples: Sample[] }>({ samples: [] });
  if (heard.run !== run) setHeard({ run, samples: withSample(heard.samples, run, now) });
  return { ...paceOf(run, heard.samples, now), now };
}
