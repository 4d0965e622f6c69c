import { Autocomplete, Button, Group, Select } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { api, http, queries } from '../../api/client.ts';
import type { Member } from '../../api/paths.gen.ts';
import { useMay } from '../../session/use-session.ts';
import { showFailure, showSuccess } from '../../shared/notify.ts';
import { roleChoices } from './roles.ts';

interface AddMemberProps {
  teamspace: string;
  members: Member[];
}

const allUsers = api.queryOptions('get', '/api/v1/users');

async function makeUnlessKnown(id: string): Promise<void> {
  const { users } = await queries.ensureQueryData(allUsers);
  if (users.some((user) => user.id === id)) return;
  await http.POST('/api/v1/users', { body: { id } });
  await queries.invalidateQueries(allUsers);
}

/** Makes a user a member. An admin of the install can name a user who does not exist yet. */
export function AddMember({ teamspace, members }: AddMemberProps) {
  const isAdmin = useMay('admin');
  const [userId, setUserId] = useState('');
  const [role, setRole] = useState<Member['role']>('member');
  const { data } = useQuery({ ...allUsers, enabled: isAdmin });
  const users = data?.users ?? [];
  const add = useMutation({
    async mutationFn(id: string) {
      if (isAdmin) await makeUnlessKnown(id);
      const params = { path: { teamspace, userId: id } };
      const path = '/api/v1/teamspaces/{teamspace}/members/{userId}';
      await http.PUT(path, { params, body: { role } });
    },
    onSuccess(_, id) {
      showSuccess(`Added ${id} to ${teamspace}.`);
      setUserId('');
    },
    onError: showFailure,
    onSettled: () =>
      queries.invalidateQueries({ queryKey: ['get', '/api/v1/teamspaces/{teamspace}/members'] }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    add.mutate(userId.trim());
  };
  const others = users.filter(({ id }) => !members.some((member) => member.userId === id));
  return (
    <Group component="form" align="flex-end" gap="sm" onSubmit={submit}>
      <Autocomplete
        label="User"
        description={
          isAdmin ? 'Lectern creates a user with this id if there is none' : 'The id of the user'
        }
        placeholder="ada.lovelace"
        data={others.map(({ id }) => id)}
        value={userId}
        onChange={setUserId}
        required
        flex={1}
        miw={180}
        maw={320}
      />
      <Select
        label="Role"
        data={roleChoices}
        value={role}
        onChange={(value) => setRole((value ?? 'member') as Member['role'])}
        allowDeselect={false}
        w={130}
      />
      <Button type="submit" loading={add.isPending}>
        Add the member
      </Button>
    </Group>
  );
}
