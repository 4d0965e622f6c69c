import { Tabs } from '@mantine/core';
import { useSearch } from 'wouter';
import type { LibraryStatus } from '../../api/paths.gen.ts';
import { navigate } from '../../location.ts';
import { useMay } from '../../session/use-session.ts';
import { Overview } from './overview.tsx';
import { Runs } from './runs.tsx';
import { Settings } from './settings.tsx';
import { Snippets } from './snippets.tsx';
import { Versions } from './versions.tsx';

/** The tabs of the view. The address names the visible one. */
export function LibraryTabs({ library }: { library: LibraryStatus }) {
  const isMember = useMay('member');
  const shown = new URLSearchParams(useSearch()).get('tab') ?? 'overview';
  const { id } = library;
  const show = (tab: string | null): void =>
    navigate(`/libraries${id}${tab === 'overview' ? '' : `?tab=${tab}`}`, { replace: true });
  return (
    <Tabs value={shown} onChange={show} keepMounted={false}>
      <Tabs.List mb="lg">
        <Tabs.Tab value="overview">Overview</Tabs.Tab>
        <Tabs.Tab value="snippets">Snippets</Tabs.Tab>
        <Tabs.Tab value="versions">Versions</Tabs.Tab>
        <Tabs.Tab value="runs">Runs</Tabs.Tab>
        {isMember && <Tabs.Tab value="settings">Settings</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="overview">
        <Overview library={library} />
      </Tabs.Panel>
      <Tabs.Panel value="snippets">
        <Snippets library={library} />
      </Tabs.Panel>
      <Tabs.Panel value="versions">
        <Versions library={library} />
      </Tabs.Panel>
      <Tabs.Panel value="runs">
        <Runs library={library} />
      </Tabs.Panel>
      <Tabs.Panel value="settings">
        <Settings id={id} />
      </Tabs.Panel>
    </Tabs>
  );
}
