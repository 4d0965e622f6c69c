import {
  Button,
  Group,
  PasswordInput,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { messageOf } from '../../api/failure.ts';
import { Failed } from '../../shared/states.tsx';
import { methodsOf, type Field } from './fields.ts';
import { useSet } from './use-integrations.ts';

interface SetFormProps {
  /** Absent for a new Git host without a name. */
  name: string | undefined;
  onDone: () => void;
}

/** Sets an integration. Shows none of the stored values, and replaces all of them. */
export function SetForm({ name, onDone }: SetFormProps) {
  const methods = methodsOf(name ?? 'git/');
  const [method, setMethod] = useState(methods[0]!);
  const [host, setHost] = useState('');
  const [values, setValues] = useState<Record<string, string>>({});
  const put = useSet(onDone);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const filled = method.fields
      .map((field) => [field.name, (values[field.name] ?? '').trim()] as const)
      .filter(([, value]) => value !== '');
    const path = { name: name ?? `git/${host.trim().toLowerCase()}` };
    put.mutate({ params: { path }, body: Object.fromEntries(filled) });
  };
  return (
    <Stack component="form" onSubmit={submit}>
      {name === undefined ? (
        <TextInput
          label="Host"
          description="With the port, if it is not the default"
          placeholder="github.com"
          value={host}
          onChange={(event) => setHost(event.currentTarget.value)}
          required
          data-autofocus
        />
      ) : (
        <Text size="sm">The stored values are not shown. What you save here replaces them.</Text>
      )}
      {methods.length > 1 && (
        <SegmentedControl
          aria-label="Kind of credential"
          data={methods.map(({ value, label }) => ({ value, label }))}
          value={method.value}
          onChange={(value) => setMethod(methods.find((one) => one.value === value) ?? method)}
        />
      )}
      {method.fields.map((field) => (
        <Input
          key={`${method.value} ${field.name}`}
          field={field}
          value={values[field.name] ?? ''}
          onChange={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      {put.error && <Failed error={new Error(messageOf(put.error))} />}
      <Group justify="flex-end">
        <Button type="submit" loading={put.isPending}>
          Save
        </Button>
      </Group>
    </Stack>
  );
}

interface InputProps {
  field: Field;
  value: string;
  onChange: (value: string) => void;
}

function Input({ field, value, onChange }: InputProps) {
  const { label, description, placeholder, secret, long, optional } = field;
  const shared = {
    label,
    description,
    placeholder,
    value,
    required: !optional,
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  if (long) return <Textarea {...shared} autosize minRows={3} maxRows={8} spellCheck={false} />;
  return secret ? (
    <PasswordInput {...shared} autoComplete="new-password" />
  ) : (
    <TextInput {...shared} />
  );
}
