import { Alert, Anchor, Badge, Group, List, Stack, Switch, Text } from '@mantine/core';
import { IconAlertTriangle, IconPlugConnected } from '@tabler/icons-react';
import { Link } from 'wouter';
import { api, queries } from '../../api/client.ts';
import type { Teamspace } from '../../api/paths.gen.ts';
import { useMay } from '../../session/use-session.ts';
import { Answer } from '../../shared/answer.tsx';
import { showFailure, showSuccess } from '../../shared/notify.ts';
import { Empty } from '../../shared/states.tsx';

/** The integrations that libraries of the teamspace's members may use. */
export function IntegrationsTab({ teamspace }: { teamspace: string }) {
  const isAdmin = useMay('admin');
  const params = { path: { teamspace } };
  const held = api.useQuery('get', '/api/v1/teamspaces/{teamspace}', { params });
  return (
    <Answer of={held}>
      {(known) => (
        <Stack maw={640}>
          <Text size="sm">
            Members of {known.id} can add what these integrations can read, and their libraries are
            private to the teamspace. Libraries of admins and of manifests need no grant.
          </Text>
          {known.plan === 'free' && (
            <Alert
              color="orange"
              icon={<IconAlertTriangle aria-hidden />}
              title="Its plan has no private libraries"
            >
              The plan of {known.id} is free, so grants have no effect. An admin can change the
              plan.
            </Alert>
          )}
          {isAdmin ? <Grants teamspace={known} /> : <Granted teamspace={known} />}
        </Stack>
      )}
    </Answer>
  );
}

function Granted({ teamspace: { id, integrations } }: { teamspace: Teamspace }) {
  if (integrations.length === 0) {
    return (
      <Empty icon={<IconPlugConnected aria-hidden />} title="No integrations">
        An admin can grant integrations to {id}.
      </Empty>
    );
  }
  return (
    <List>
      {integrations.map((name) => (
        <List.Item key={name}>{labelOf(name)}</List.Item>
      ))}
    </List>
  );
}

/** A switch for each integration. Integrations that are granted but not set can be revoked. */
function Grants({ teamspace: { id, integrations: granted } }: { teamspace: Teamspace }) {
  const set = api.useQuery('get', '/api/v1/integrations');
  const grant = api.useMutation('patch', '/api/v1/teamspaces/{teamspace}', {
    onSuccess: ({ integrations }) =>
      showSuccess(
        integrations.length === 0
          ? `${id} may use no integration now.`
          : `${id} may use ${integrations.map(labelOf).join(', ')} now.`,
      ),
    onError: showFailure,
    onSettled: () =>
      queries.invalidateQueries({ queryKey: ['get', '/api/v1/teamspaces/{teamspace}'] }),
  });
  const change = (name: string, isGranted: boolean): void => {
    const others = granted.filter((one) => one !== name);
    const integrations = isGranted ? [...others, name] : others;
    grant.mutate({ params: { path: { teamspace: id } }, body: { integrations } });
  };
  return (
    <Answer of={set}>
      {({ integrations }) => {
        const names = integrations.map(({ name }) => name);
        const all = [...new Set([...names, ...granted])].toSorted();
        if (all.length === 0) return <NoneSet />;
        return all.map((name) => (
          <Group key={name} gap="sm">
            <Switch
              label={labelOf(name)}
              checked={granted.includes(name)}
              onChange={(event) => change(name, event.currentTarget.checked)}
              disabled={grant.isPending}
            />
            {!names.includes(name) && (
              <Badge color="gray" variant="light">
                Not set
              </Badge>
            )}
          </Group>
        ));
      }}
    </Answer>
  );
}

function NoneSet() {
  return (
    <Empty icon={<IconPlugConnected aria-hidden />} title="No integration is set">
      Set one in{' '}
      <Anchor component={Link} href="/integrations" underline="always">
        Integrations
      </Anchor>
      , then grant it here.
    </Empty>
  );
}

function labelOf(name: string): string {
  if (name === 'wiki') return 'Wiki (Confluence)';
  if (name === 'pages') return 'Pages (Notion)';
  return name.replace(/^git\//, '');
}
