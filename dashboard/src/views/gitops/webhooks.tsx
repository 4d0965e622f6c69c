import { Accordion, Code, Stack, Text } from '@mantine/core';
import { serverUrl } from '../../api/client.ts';
import { CopiedCode } from '../../shared/copied.tsx';

const hosts = [
  { name: 'GitHub', path: 'github', choose: 'content type application/json, the push event' },
  { name: 'GitLab', path: 'gitlab', choose: 'the secret as secret token, push events' },
  { name: 'Gitea or Forgejo', path: 'gitea', choose: 'push events' },
  { name: 'Bitbucket', path: 'bitbucket', choose: 'repository push' },
];

/** Addresses of webhooks, with which Git hosts start a sync at each push. */
export function Webhooks() {
  return (
    <Accordion variant="separated" order={2}>
      <Accordion.Item value="webhooks">
        <Accordion.Control>Sync at every push</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="sm">
            <Text size="sm">
              Choose a secret of 16 characters or more. Give it to the server as{' '}
              <Code>LECTERN_WEBHOOK_SECRET</Code>, on a cluster as{' '}
              <Code>api.webhook.existingSecret</Code> of the chart, and to a webhook of the
              manifest&apos;s repository with the address of its host. Without the secret the server
              takes no webhooks.
            </Text>
            {hosts.map(({ name, path, choose }) => (
              <Stack key={path} gap={4}>
                <Text size="sm">
                  <strong>{name}</strong>: {choose}
                </Text>
                <CopiedCode
                  text={`${serverUrl}/api/webhooks/${path}`}
                  what={`the address for ${name}`}
                />
              </Stack>
            ))}
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
