import {
  Alert,
  Button,
  Group,
  Input,
  SegmentedControl,
  Select,
  Stack,
  TextInput,
} from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconKey } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { api, queries } from '../../api/client.ts';
import { messageOf } from '../../api/failure.ts';
import { useMay } from '../../session/use-session.ts';
import { CopiedCode } from '../../shared/copied.tsx';
import { showSuccess } from '../../shared/notify.ts';
import { Failed } from '../../shared/states.tsx';
import { useManages } from '../../shared/teamspace-choice.tsx';

interface NewKeyProps {
  teamspace: string;
  onDone: () => void;
}

const dayMs = 86_400_000;
const periods = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];

/** Creates a key and shows it once. */
export function NewKey({ teamspace, onDone }: NewKeyProps) {
  const isAdmin = useMay('admin');
  const narrow = useMediaQuery('(max-width: 24em)', undefined, { getInitialValueInEffect: false });
  const [name, setName] = useState('');
  const [role, setRole] = useState<'member' | 'admin'>('member');
  const [userId, setUserId] = useState<string | null>(null);
  const [days, setDays] = useState('');
  const make = api.useMutation('post', '/api/v1/keys', {
    onSuccess(key) {
      showSuccess(`Created the key ${key.name}.`);
      void queries.invalidateQueries({ queryKey: ['get', '/api/v1/keys'] });
    },
  });
  if (make.data) return <MadeKey text={make.data.key} onDone={onDone} />;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const expiresAt = days && new Date(Date.now() + Number(days) * dayMs).toISOString();
    make.mutate({
      body: {
        name: name.trim(),
        ...(isAdmin && { role, teamspace }),
        ...(userId && { userId }),
        ...(expiresAt && { expiresAt }),
      },
    });
  };
  return (
    <Stack component="form" onSubmit={submit}>
      <TextInput
        label="Name"
        description="The person or program that uses the key"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={100}
        required
        data-autofocus
      />
      {isAdmin && (
        <>
          <Owner teamspace={teamspace} value={userId} onChange={setUserId} />
          <div>
            <Input.Label component="div">Role</Input.Label>
            <SegmentedControl
              aria-label="Role"
              data={[
                { value: 'member', label: 'Member: asks' },
                { value: 'admin', label: 'Admin: manages' },
              ]}
              value={role}
              onChange={(value) => setRole(value)}
              orientation={narrow ? 'vertical' : 'horizontal'}
              fullWidth
            />
          </div>
        </>
      )}
      <Select
        label="Ends"
        data={periods}
        value={days}
        onChange={(value) => setDays(value ?? '')}
        allowDeselect={false}
      />
      {make.error && <Failed error={new Error(messageOf(make.error))} />}
      <Group justify="flex-end">
        <Button type="submit" loading={make.isPending}>
          Create the key
        </Button>
      </Group>
    </Stack>
  );
}

interface OwnerProps {
  teamspace: string;
  value: string | null;
  onChange: (userId: string | null) => void;
}

/** Chooses the member who owns a key. The key ends when the member leaves. */
function Owner({ teamspace, value, onChange }: OwnerProps) {
  const manages = useManages(teamspace);
  const params = { path: { teamspace } };
  const { data } = api.useQuery(
    'get',
    '/api/v1/teamspaces/{teamspace}/members',
    { params },
    { enabled: manages },
  );
  if (!data || data.members.length === 0) return null;
  return (
    <Select
      label="Belongs to"
      description="The key ends when this member leaves. A key for a program has no member."
      placeholder="Nobody"
      data={data.members.map((member) => ({ value: member.userId, label: member.name }))}
      value={value}
      onChange={onChange}
      clearable
      searchable
    />
  );
}

function MadeKey({ text, onDone }: { text: string; onDone: () => void }) {
  return (
    <Stack>
      <Alert color="yellow" icon={<IconKey aria-hidden />} title="Copy it now">
        It is not stored, and never shown again.
      </Alert>
      <CopiedCode text={text} what="the key" />
      <Group justify="flex-end">
        <Button onClick={onDone}>I have copied it</Button>
      </Group>
    </Stack>
  );
}
