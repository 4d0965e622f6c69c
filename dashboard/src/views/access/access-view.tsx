import { Tabs } from '@mantine/core';
import { useLocation, useSearch } from 'wouter';
import { Page } from '../../shared/page.tsx';
import { TeamspaceChoice, useTeamspace } from '../../shared/teamspace-choice.tsx';
import { IntegrationsTab } from './integrations-tab.tsx';
import { KeysTab } from './keys-tab.tsx';
import { MembersTab } from './members-tab.tsx';
import { PoliciesTab } from './policies-tab.tsx';
import { ProjectsTab } from './projects-tab.tsx';

const tabs = ['keys', 'members', 'projects', 'policies', 'integrations'] as const;
const labels = {
  keys: 'Keys',
  members: 'Members',
  projects: 'Projects',
  policies: 'Policies',
  integrations: 'Integrations',
};

/** The view of keys, members, integrations, policies and projects of a teamspace. */
export function AccessView() {
  const [path, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const wanted = query.get('tab');
  const tab = tabs.find((one) => one === wanted) ?? 'keys';
  const teamspace = useTeamspace();
  const choose = (value: string | null): void => {
    query.set('tab', value ?? 'keys');
    navigate(`${path}?${query}`);
  };
  return (
    <Page
      title="Access"
      about="API keys, and the members, projects and policies of a teamspace."
      actions={<TeamspaceChoice />}
    >
      <Tabs value={tab} onChange={choose} keepMounted={false}>
        <Tabs.List mb="md">
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {labels[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="keys">
          <KeysTab key={teamspace} teamspace={teamspace} />
        </Tabs.Panel>
        <Tabs.Panel value="members">
          <MembersTab key={teamspace} teamspace={teamspace} />
        </Tabs.Panel>
        <Tabs.Panel value="projects">
          <ProjectsTab key={teamspace} teamspace={teamspace} />
        </Tabs.Panel>
        <Tabs.Panel value="policies">
          <PoliciesTab key={teamspace} teamspace={teamspace} />
        </Tabs.Panel>
        <Tabs.Panel value="integrations">
          <IntegrationsTab key={teamspace} teamspace={teamspace} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
