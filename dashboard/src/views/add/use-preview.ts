import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { http } from '../../api/client.ts';
import { peopleText } from '../../api/people-text.ts';
import type { Preview, PreviewRequest } from '../../api/paths.gen.ts';
import { previewOf, type Draft } from './draft.ts';

/** Milliseconds without a key press before the page sends a request. */
const pauseMs = 400;
const nothing = 'null';

/** The preview of a draft. */
export interface DraftPreview {
  /** The last preview. While a new one loads, this is the old one. */
  data: Preview | undefined;
  /** Whether a new preview is about to start or loads. */
  looking: boolean;
  error: unknown;
  retry: () => void;
}

/** Requests a preview of a draft when the person stops typing. Aborts the previous request. */
export function usePreview(draft: Draft): DraftPreview {
  const request = JSON.stringify(previewOf(draft) ?? null);
  const [settled] = useDebouncedValue(request, pauseMs);
  const query = useQuery({
    queryKey: ['add preview', settled],
    async queryFn({ signal }) {
      const body = JSON.parse(settled) as PreviewRequest;
      const { data } = await http.POST('/api/v1/preview', { body, signal });
      return data && forPeople(data);
    },
    enabled: settled !== nothing,
    placeholderData: keepPreviousData,
    // Caches nothing, because the source may change and the request may contain a token.
    staleTime: 0,
    gcTime: 0,
  });
  const retry = (): void => void query.refetch();
  if (request === nothing) return { data: undefined, looking: false, error: null, retry };
  const looking = request !== settled || query.isFetching;
  return { data: query.data, looking, error: looking ? null : query.error, retry };
}

function forPeople({ problems, failure, ...preview }: Preview): Preview {
  return {
    ...preview,
    problems: problems.map((problem) => ({
      ...problem,
      message: peopleText(problem.code, problem.message, problem),
    })),
    ...(failure && {
      failure: {
        ...failure,
        message: peopleText(failure.reason, failure.message, failure),
      },
    }),
  };
}
