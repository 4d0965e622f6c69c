import { Button, Group, Modal, NumberInput, Stack } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { api, queries } from '../../api/client.ts';
import { messageOf } from '../../api/failure.ts';
import { showSuccess } from '../../shared/notify.ts';
import { amount } from './measures.ts';

interface LimitFormProps {
  teamspace: string;
  limit: number | null;
  onClose: () => void;
}

/** Sets, changes or removes the monthly spending limit of a teamspace. */
export function LimitDialog({ opened, ...form }: LimitFormProps & { opened: boolean }) {
  return (
    <Modal opened={opened} onClose={form.onClose} title="Monthly limit">
      <LimitForm {...form} />
    </Modal>
  );
}

/** The form of the dialog. It mounts when the dialog opens, so it always begins with the current limit. */
function LimitForm({ teamspace, limit, onClose }: LimitFormProps) {
  const [value, setValue] = useState<number | string>(limit ?? '');
  const put = api.useMutation('put', '/api/v1/teamspaces/{teamspace}/spending', {
    onSuccess(spending) {
      const { limit: now } = spending;
      showSuccess(now === null ? 'Removed the limit.' : `The limit is ${amount(now)} a month.`);
      void queries.invalidateQueries({ queryKey: ['get', '/api/v1/usage'] });
      onClose();
    },
  });
  const save = (wanted: number | null): void =>
    put.mutate({ params: { path: { teamspace } }, body: { limit: wanted } });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (value !== '') save(Number(value));
  };
  return (
    <Stack component="form" onSubmit={submit}>
      <NumberInput
        label="Limit"
        description="In the currency of the price per request. 0 refuses every request that costs something."
        value={value}
        onChange={setValue}
        min={0}
        allowNegative={false}
        thousandSeparator=","
        decimalScale={4}
        error={put.error ? messageOf(put.error) : undefined}
        data-autofocus
        required
      />
      <Group justify="flex-end">
        {limit !== null && (
          <Button variant="default" onClick={() => save(null)} disabled={put.isPending}>
            Remove the limit
          </Button>
        )}
        <Button type="submit" loading={put.isPending}>
          Save
        </Button>
      </Group>
    </Stack>
  );
}
