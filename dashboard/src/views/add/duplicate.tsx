import { Alert, Anchor, List, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { Preview } from '../../api/paths.gen.ts';
import { atField } from './problems.ts';

/** Says that the library already exists, and shows other reasons why the server refuses it. */
export function Duplicate({ preview: { duplicate, problems } }: { preview: Preview }) {
  const others = problems.filter(
    ({ field, code }) =>
      field === undefined && !(duplicate !== undefined && code === 'duplicate_repo'),
  );
  const taken = problems.find(({ code }) => code === 'duplicate_repo');
  return (
    <>
      {duplicate !== undefined && (
        <Alert color="blue" icon={<IconInfoCircle aria-hidden />} title="This library exists">
          <Text size="sm">
            <Anchor component={Link} href={`/libraries${duplicate}`} size="sm" underline="always">
              {duplicate}
            </Anchor>
            {taken && `: ${taken.message}`}
            {problems.length === 0 &&
              ' is in Lectern already. You can read it again with its current settings.'}
          </Text>
        </Alert>
      )}
      {others.length > 0 && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="It cannot be added">
          <List size="sm">
            {others.map(({ message }) => (
              <List.Item key={message}>{atField(message)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  );
}
