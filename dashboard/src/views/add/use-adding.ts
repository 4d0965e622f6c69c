import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { http, queries } from '../../api/client.ts';
import type { Submission } from '../../api/paths.gen.ts';
import { showSuccess } from '../../shared/notify.ts';
import { bodyOf, type Draft } from './draft.ts';
import type { Kind } from './kinds.ts';

const paths = {
  github: '/api/v2/add/repo/github',
  gitlab: '/api/v2/add/repo/gitlab',
  bitbucket: '/api/v2/add/repo/bitbucket',
  git: '/api/v2/add/repo/git',
  website: '/api/v2/add/website',
  llmstxt: '/api/v2/add/llmstxt',
  openapi: '/api/v2/add/openapi',
  wiki: '/api/v2/add/wiki',
  pages: '/api/v2/add/pages',
  upload: '/api/v2/add/openapi-upload',
} as const satisfies Record<Kind, string>;

interface Adding {
  draft: Draft;
  /** Whether to read the source of an existing library again, or to replace its file. */
  force: boolean;
}

/** Adds a draft, and opens the library's view, which shows its run. */
export function useAdding() {
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: async (adding: Adding) => send(adding),
    async onSuccess({ libraryName, message }) {
      showSuccess(message);
      navigate(`/libraries${libraryName}`);
      await queries.invalidateQueries();
    },
  });
}

async function send({ draft, force }: Adding): Promise<Submission> {
  const given = draft.kind === 'upload' ? formOf(draft, force) : { ...bodyOf(draft), force };
  const { data } = await http.POST(paths[draft.kind], {
    // The kind decides which body belongs to which path. Types cannot express this.
    body: given as never,
    ...(given instanceof FormData && { bodySerializer: () => given }),
  });
  if (!data) throw new Error('The server answered without saying what it did.');
  return data;
}

function formOf({ file, title, description }: Draft, force: boolean): FormData {
  const form = new FormData();
  if (file) form.set('openapiFile', file);
  if (title.trim() !== '') form.set('libraryTitle', title.trim());
  if (description.trim() !== '') form.set('description', description.trim());
  form.set('force', String(force));
  return form;
}
