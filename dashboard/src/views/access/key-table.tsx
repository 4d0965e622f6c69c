import { Badge, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { api, queries } from '../../api/client.ts';
import type { Key } from '../../api/paths.gen.ts';
import { Confirm } from '../../shared/confirm.tsx';
import { showFailure, showSuccess } from '../../shared/notify.ts';
import { StackedCell, StackedRow, StackedTable } from '../../shared/stacked-table.tsx';
import { Time } from '../../shared/time.tsx';

const columns = ['Name', 'Role', 'Belongs to', 'State', 'Last used', 'Ends', ''];
const colors = { active: 'teal', expired: 'gray', revoked: 'gray' } as const;

/** Keys, each with a button to revoke it. */
export function KeyTable({ keys }: { keys: Key[] }) {
  const [asked, setAsked] = useState<Key>();
  const revoke = api.useMutation('delete', '/api/v1/keys/{keyId}', {
    onSuccess({ message }) {
      showSuccess(message);
      void queries.invalidateQueries({ queryKey: ['get', '/api/v1/keys'] });
    },
    onError: showFailure,
    onSettled: () => setAsked(undefined),
  });
  return (
    <>
      <StackedTable label="Keys" columns={columns}>
        {keys.map((key) => (
          <StackedRow key={key.id}>
            <StackedCell label="Name" className="breakable">
              <div>
                {key.name}
                <Text size="xs" c="dimmed" ff="monospace">
                  {key.id}
                </Text>
              </div>
            </StackedCell>
            <StackedCell label="Role">{key.role}</StackedCell>
            <StackedCell label="Belongs to" className="breakable">
              {key.userId ?? 'nobody'}
            </StackedCell>
            <StackedCell label="State">
              <Badge color={colors[key.state]} variant="light">
                {key.state}
              </Badge>
            </StackedCell>
            <StackedCell label="Last used">
              {key.lastUsedAt === undefined ? 'never' : <Time at={key.lastUsedAt} />}
            </StackedCell>
            <StackedCell label="Ends">{endOf(key)}</StackedCell>
            <StackedCell ta="right">
              {key.state === 'active' && (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => setAsked(key)}
                  aria-label={`Revoke ${key.name}`}
                >
                  Revoke
                </Button>
              )}
            </StackedCell>
          </StackedRow>
        ))}
      </StackedTable>
      <Confirm
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={`Revoke the key ${asked?.name ?? ''}?`}
        action="Revoke it"
        onConfirm={() => asked && revoke.mutate({ params: { path: { keyId: asked.id } } })}
        pending={revoke.isPending}
      >
        Programs and people who use this key lose access within seconds. You cannot undo this.
      </Confirm>
    </>
  );
}

function endOf({ revokedAt, expiresAt }: Key) {
  const at = revokedAt ?? expiresAt;
  return at === undefined ? 'never' : <Time at={at} />;
}
