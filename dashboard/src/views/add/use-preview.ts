import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { http } from '../../api/client.ts';
import { peopleText } from '../../api/people-text.ts';
import type { Preview, PreviewRequest } from '../../api/paths.gen.ts';
import { previewOf, type Draft } from './draft.ts';

/** Milliseconds without a key pressed after which the server is asked. */
const pauseMs = 400;
const nothing = 'null';

/** What adding a draft would do, as far as the server has told. */
export interface DraftPreview {
  /** Of what was typed last, or of what was typed before while that is looked at. */
  data: Preview | undefined;
  /** What is typed now is about to be looked at, or is being. */
  looking: boolean;
  error: unknown;
  retry: () => void;
}

/** Asks the server what adding a draft would do, whenever somebody pauses. What was asked before is given up. */
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
    // The source may change, and a token may be part of what was asked.
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
      message: peopleText(problem.code, problem.message, problem.missingGrant),
    })),
    ...(failure && {
      failure: {
        ...failure,
        message: peopleText(failure.reason, failure.message, failure.missingGrant),
      },
    }),
  };
}
