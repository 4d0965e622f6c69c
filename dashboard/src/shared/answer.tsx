import type { ReactNode } from 'react';
import { ApiFailure } from '../api/failure.ts';
import { Failed, Loading, Refused } from './states.tsx';

interface Asked<Data> {
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
}

interface AnswerProps<Data> {
  /** The result of `api.useQuery`. */
  of: Asked<Data>;
  /** Shows the error of a failed read in place of an earlier response, which says nothing about now. */
  current?: boolean;
  /** Shown while the first response loads. Default: a skeleton of some rows. */
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Shows the response of a query. Until there is one, shows that it loads, was refused or failed. */
export function Answer<Data>({
  of,
  current = false,
  loading = <Loading />,
  children,
}: AnswerProps<Data>) {
  const { data, error, refetch } = of;
  if (data !== undefined && !(current && error)) return children(data);
  if (!error) return loading;
  if (error instanceof ApiFailure && error.refused) return <Refused error={error} />;
  return <Failed error={error} onRetry={() => void refetch()} />;
}
