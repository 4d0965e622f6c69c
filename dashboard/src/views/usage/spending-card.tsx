import { Button, Card, Group, Progress, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Spending } from '../../api/paths.gen.ts';
import { useManages } from '../../shared/teamspace-choice.tsx';
import { Time } from '../../shared/time.tsx';
import { LimitDialog } from './limit-dialog.tsx';
import { amount } from './measures.ts';

interface SpendingCardProps {
  teamspace: string;
  spending: Spending;
}

/** The spending of the month and its limit, with a button to change the limit. */
export function SpendingCard({ teamspace, spending }: SpendingCardProps) {
  const [opened, { open, close }] = useDisclosure();
  const manages = useManages(teamspace);
  const { limit, spent, resetsAt } = spending;
  return (
    <Card withBorder>
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2}>This month</Title>
          <Text className="tabular">
            {limit === null
              ? `${amount(spent)} spent; there is no limit`
              : `${amount(spent)} of ${amount(limit)} spent`}
          </Text>
        </div>
        {manages && (
          <Button variant="default" size="xs" onClick={open}>
            {limit === null ? 'Set a limit' : 'Change the limit'}
          </Button>
        )}
      </Group>
      {limit !== null && (
        <Progress
          mt="sm"
          size="lg"
          value={shareOf(spent, limit)}
          color={shareOf(spent, limit) >= 100 ? 'red' : 'cyan'}
          aria-label="Spent of the limit"
        />
      )}
      <Text size="sm" c="dimmed" mt="xs">
        {limit !== null && spent >= limit && 'Lectern refuses questions until you raise it. '}
        It begins again <Time at={resetsAt} />.
      </Text>
      <LimitDialog {...{ teamspace, limit, opened, onClose: close }} />
    </Card>
  );
}

function shareOf(spent: number, limit: number): number {
  return limit === 0 ? 100 : Math.min(100, (spent / limit) * 100);
}
