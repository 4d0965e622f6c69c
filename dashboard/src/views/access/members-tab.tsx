import { Button, Select, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { api, queries } from '../../api/client.ts';
import type { Member } from '../../api/paths.gen.ts';
import { Answer } from '../../shared/answer.tsx';
import { Confirm } from '../../shared/confirm.tsx';
import { showFailure, showSuccess } from '../../shared/notify.ts';
import { Empty } from '../../shared/states.tsx';
import { StackedCell, StackedRow, StackedTable } from '../../shared/stacked-table.tsx';
import { AddMember } from './add-member.tsx';
import { roleChoices } from './roles.ts';

const columns = ['Name', 'Email', 'Role', ''];

/** The members of a teamspace. Their roles can be changed in the table. */
export function MembersTab({ teamspace }: { teamspace: string }) {
  const params = { path: { teamspace } };
  const members = api.useQuery('get', '/api/v1/teamspaces/{teamspace}/members', { params });
  return (
    <Answer of={members}>
      {({ members: all }) => (
        <Stack>
          <AddMember teamspace={teamspace} members={all} />
          {all.length === 0 ? (
            <Empty icon={<IconUsers aria-hidden />} title="No members yet">
              Add people to give them keys of their own, or to make them owners or admins of the
              teamspace.
            </Empty>
          ) : (
            <MemberTable teamspace={teamspace} members={all} />
          )}
        </Stack>
      )}
    </Answer>
  );
}

function MemberTable({ teamspace, members }: { teamspace: string; members: Member[] }) {
  const [asked, setAsked] = useState<Member>();
  const again = (): void =>
    void queries.invalidateQueries({
      queryKey: ['get', '/api/v1/teamspaces/{teamspace}/members'],
    });
  const put = api.useMutation('put', '/api/v1/teamspaces/{teamspace}/members/{userId}', {
    onSuccess({ name, role }) {
      showSuccess(`${name} is ${role} of ${teamspace} now.`);
    },
    onError: showFailure,
    onSettled: again,
  });
  const remove = api.useMutation('delete', '/api/v1/teamspaces/{teamspace}/members/{userId}', {
    onSuccess: ({ message }) => showSuccess(message),
    onError: showFailure,
    onSettled() {
      setAsked(undefined);
      again();
    },
  });
  const pathOf = ({ userId }: Member) => ({ params: { path: { teamspace, userId } } });
  return (
    <>
      <StackedTable label="Members" columns={columns}>
        {members.map((member) => (
          <StackedRow key={member.userId}>
            <StackedCell label="Name" className="breakable">
              <div>
                {member.name}
                <Text size="xs" c="dimmed" ff="monospace">
                  {member.userId}
                </Text>
              </div>
            </StackedCell>
            <StackedCell label="Email" className="breakable">
              {member.email ?? ''}
            </StackedCell>
            <StackedCell label="Role">
              <Select
                aria-label={`Role of ${member.name}`}
                data={roleChoices}
                value={member.role}
                onChange={(role) =>
                  role &&
                  role !== member.role &&
                  put.mutate({ ...pathOf(member), body: { role: role as Member['role'] } })
                }
                allowDeselect={false}
                disabled={put.isPending}
                size="xs"
                w={130}
              />
            </StackedCell>
            <StackedCell ta="right">
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => setAsked(member)}
                aria-label={`Remove ${member.name}`}
              >
                Remove
              </Button>
            </StackedCell>
          </StackedRow>
        ))}
      </StackedTable>
      <Confirm
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={`Remove ${asked?.name ?? ''} from ${teamspace}?`}
        action="Remove them"
        onConfirm={() => asked && remove.mutate(pathOf(asked))}
        pending={remove.isPending}
      >
        Their keys for this teamspace stop working within seconds.
      </Confirm>
    </>
  );
}
