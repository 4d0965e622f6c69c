import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { GitopsStatus } from '../../api/paths.gen.ts';
import { Answer } from '../../shared/answer.tsx';
import { Page } from '../../shared/page.tsx';
import { AboutManifest } from './about-manifest.tsx';
import { LastSync } from './last-sync.tsx';
import { SettingsForm } from './settings-form.tsx';
import { useGitops, useSync } from './use-gitops.ts';
import { hasManifest } from './use-settings.ts';
import { Webhooks } from './webhooks.tsx';

/** The view of the manifest: its settings and its syncs. */
export function GitopsView() {
  const gitops = useGitops();
  return (
    <Page
      title="GitOps"
      about="Keep the list of libraries in a file in Git, the manifest. Lectern follows it."
      actions={gitops.data && hasManifest(gitops.data) && <SyncNow status={gitops.data} />}
    >
      <Answer of={gitops}>
        {(status) => (
          <>
            {hasManifest(status) ? <LastSync status={status} /> : <AboutManifest />}
            <SettingsForm status={status} />
            <Webhooks />
          </>
        )}
      </Answer>
    </Page>
  );
}

function SyncNow({ status }: { status: GitopsStatus }) {
  const sync = useSync();
  return (
    <Button
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={sync.isPending}
      disabled={status.running && !sync.isPending}
      onClick={() => sync.mutate({})}
    >
      Sync now
    </Button>
  );
}
