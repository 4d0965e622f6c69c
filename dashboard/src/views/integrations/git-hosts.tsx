import { Button, Group, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import type { Integration } from '../../api/paths.gen.ts';
import { IntegrationCard } from './integration-card.tsx';
import { SetForm } from './set-form.tsx';

/** The integrations of Git hosts. */
export function GitHosts({ integrations }: { integrations: Integration[] }) {
  const [opened, { open, close }] = useDisclosure();
  const hosts = integrations.filter(({ name }) => name.startsWith('git/'));
  return (
    <Stack gap="sm" component="section">
      <Group justify="space-between">
        <Title order={2}>Git hosts</Title>
        <Button size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
          Add a Git host
        </Button>
      </Group>
      {hosts.length === 0 ? (
        <Text c="dimmed">
          Lectern reads public repositories only. To read private ones, add a host with a token, a
          GitHub App or an SSH key.
        </Text>
      ) : (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          {hosts.map((integration) => (
            <IntegrationCard
              key={integration.name}
              name={integration.name}
              title={integration.name.slice('git/'.length)}
              about="Private repositories and manifests of this host"
              integration={integration}
            />
          ))}
        </SimpleGrid>
      )}
      <Modal opened={opened} onClose={close} title="Add a Git host">
        <SetForm name={undefined} onDone={close} />
      </Modal>
    </Stack>
  );
}
