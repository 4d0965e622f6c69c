import { Badge, Button, Card, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { Integration } from '../../api/paths.gen.ts';
import { Confirm } from '../../shared/confirm.tsx';
import { Time } from '../../shared/time.tsx';
import { labelOf } from './fields.ts';
import { SetForm } from './set-form.tsx';
import { TestResult } from './test-result.tsx';
import { useRemove, useTest } from './use-integrations.ts';

interface IntegrationCardProps {
  name: string;
  title: string;
  /** The purpose of the integration. */
  about: ReactNode;
  /** Absent if the integration is not set. */
  integration: Integration | undefined;
}

/** One integration, with its state and actions. */
export function IntegrationCard({ name, title, about, integration }: IntegrationCardProps) {
  const [setting, dialog] = useDisclosure();
  const [asking, question] = useDisclosure();
  const test = useTest();
  const remove = useRemove(() => {
    question.close();
    test.reset();
  });
  const path = { params: { path: { name } } };
  return (
    <Card withBorder>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={3} className="breakable">
            {title}
          </Title>
          <Badge color={integration ? 'teal' : 'gray'} variant="light">
            {integration ? 'Set' : 'Not set'}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed" component="div">
          {about}
        </Text>
        {integration && <Stored integration={integration} />}
        <Group gap="xs">
          {integration && (
            <Button
              size="xs"
              onClick={() => test.mutate(path)}
              loading={test.isPending}
              aria-label={`Test ${title}`}
            >
              Test
            </Button>
          )}
          <Button
            size="xs"
            variant={integration ? 'default' : 'filled'}
            onClick={dialog.open}
            aria-label={`${integration ? 'Replace' : 'Set'} ${title}`}
          >
            {integration ? 'Replace' : 'Set'}
          </Button>
          {integration && (
            <Button
              size="xs"
              variant="default"
              onClick={question.open}
              aria-label={`Remove ${title}`}
            >
              Remove
            </Button>
          )}
        </Group>
        {integration && test.data && <TestResult result={test.data} />}
      </Stack>
      <Modal opened={setting} onClose={dialog.close} title={title}>
        <SetForm
          name={name}
          onDone={() => {
            dialog.close();
            test.reset();
          }}
        />
      </Modal>
      <Confirm
        opened={asking}
        onClose={question.close}
        title={`Remove ${title}?`}
        action="Remove it"
        onConfirm={() => remove.mutate(path)}
        pending={remove.isPending}
      >
        Lectern deletes the credential. Libraries that need it stay, and are not refreshed until you
        set another one.
      </Confirm>
    </Card>
  );
}

/** Facts about a credential, without the credential itself. */
function Stored({ integration: { name, fields, updatedAt } }: { integration: Integration }) {
  return (
    <Text size="sm" component="div" className="breakable">
      Stored: {fields.map((field) => labelOf(name, field)).join(', ')}
      {updatedAt !== null && (
        <>
          , set <Time at={updatedAt} />
        </>
      )}
    </Text>
  );
}
