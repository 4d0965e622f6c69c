import { useState } from 'react';
import { useSearch } from 'wouter';
import { ApiFailure, messageOf } from '../../api/failure.ts';
import type { AddProblem, Preview } from '../../api/paths.gen.ts';
import { emptyDraft, withAddress, type Draft } from './draft.ts';
import { problemOf, problemsAt, type ProblemAt } from './problems.ts';
import { useAdding } from './use-adding.ts';
import { usePreview, type DraftPreview } from './use-preview.ts';

/** The values of the form, and its actions. */
export interface AddFormState {
  draft: Draft;
  preview: DraftPreview;
  change: (parts: Partial<Draft>) => void;
  changeAddress: (address: string) => void;
  /** Mistakes in fields, from the last response of the server. */
  at: ProblemAt;
  /** Why the server refused the draft. */
  refusal: AddProblem | undefined;
  /** Whether the library already exists. Adding then reads its source again. */
  again: boolean;
  submit: (options: { force: boolean }) => void;
  pending: boolean;
}

/** Returns the first draft of the form. Other views pass an address and a branch. */
function draftOf(given: URLSearchParams): Draft {
  const address = given.get('address') ?? '';
  if (address === '') return emptyDraft;
  return { ...withAddress(emptyDraft, address), branch: given.get('branch') ?? '' };
}

/** Manages a draft, its preview, and the request that adds it. */
export function useAddForm(): AddFormState {
  const search = useSearch();
  const [draft, setDraft] = useState(() => draftOf(new URLSearchParams(search)));
  const preview = usePreview(draft);
  const adding = useAdding();
  const turn = (next: (before: Draft) => Draft): void => {
    adding.reset();
    setDraft(next);
  };
  const refusal = adding.error ? refusalOf(adding.error) : undefined;
  const problems = [...(refusal ? [refusal] : []), ...(preview.data?.problems ?? [])];
  return {
    draft,
    preview,
    change: (parts) => turn((before) => ({ ...before, ...parts })),
    changeAddress: (address) => turn((before) => withAddress(before, address)),
    at: problemsAt(problems),
    refusal,
    again: !preview.looking && isReadAgain(preview.data),
    submit: ({ force }) => adding.mutate({ draft, force }),
    pending: adding.isPending,
  };
}

function isReadAgain(preview: Preview | undefined): boolean {
  if (preview?.duplicate === undefined) return false;
  return !preview.problems.some(({ code }) => code === 'duplicate_repo' || code === 'forbidden');
}

function refusalOf(error: unknown): AddProblem {
  const code = error instanceof ApiFailure ? error.code : 'unknown';
  return problemOf(code, messageOf(error));
}
