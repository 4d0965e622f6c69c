import type { ReactNode } from 'react';
import { ApiFailure } from '../api/failure.ts';
import { Failed, Loading, Refused } from './states.tsx';

interface Asked<Data> {
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
}

interface AnswerProps<Data> {
  /** What `api.useQuery` gives. */
  of: Asked<Data>;
  /** Shown while nothing is known; a skeleton of some rows by default. */
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** What the server answered, or what stands in its place: loading, refused, failed. */
export function Answer<Data>({ of, loading = <Loading />, children }: AnswerProps<Data>) {
  const { data, error, refetch } = of;
  if (data !== undefined) return children(data);
  if (!error) return loading;
  if (error instanceof ApiFailure && error.refused) return <Refused error={error} />;
  return <Failed error={error} onRetry={() => void refetch()} />;
}
