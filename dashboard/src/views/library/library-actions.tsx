import { Button, Tooltip } from '@mantine/core';
import { IconMessageQuestion, IconRefresh } from '@tabler/icons-react';
import { Link } from 'wouter';
import { api, queries } from '../../api/client.ts';
import type { LibraryStatus } from '../../api/paths.gen.ts';
import { useMay } from '../../session/use-session.ts';
import { showFailure, showSuccess } from '../../shared/notify.ts';
import { CancelButton } from '../queue/cancel-button.tsx';
import { DeleteButton } from './delete-button.tsx';
import { isBusy, whyNoRefresh } from './refreshable.ts';

/** The actions on a library that the caller may use. */
export function LibraryActions({ library }: { library: LibraryStatus }) {
  const { id, title, state, mayRun } = library;
  const isAdmin = useMay('admin');
  if (state === 'delete') return null;
  return (
    <>
      <Button
        component={Link}
        href={`/ask?library=${encodeURIComponent(id)}`}
        variant="default"
        leftSection={<IconMessageQuestion size={18} aria-hidden />}
      >
        Ask
      </Button>
      {mayRun && isBusy(library) && <CancelButton id={id} title={title} />}
      {mayRun && !isBusy(library) && <RefreshButton library={library} />}
      {isAdmin && <DeleteButton id={id} title={title} />}
    </>
  );
}

function RefreshButton({ library }: { library: LibraryStatus }) {
  const { id } = library;
  const reason = whyNoRefresh(library);
  const refresh = api.useMutation('post', '/api/v1/refresh', {
    onSuccess: ({ message }) => {
      showSuccess(message);
      void queries.invalidateQueries({ queryKey: ['get', '/api/v1/library'] });
    },
    onError: showFailure,
  });
  return (
    <Tooltip label={reason} disabled={reason === undefined} multiline maw={320}>
      <Button
        variant="default"
        leftSection={<IconRefresh size={18} aria-hidden />}
        loading={refresh.isPending}
        // The disabled button keeps its place in the tab order, so that screen readers read the reason.
        {...(reason !== undefined && {
          'data-disabled': true,
          'aria-disabled': true,
          'aria-description': reason,
        })}
        onClick={() => {
          if (reason === undefined) refresh.mutate({ body: { libraryName: id } });
        }}
      >
        Refresh
      </Button>
    </Tooltip>
  );
}
