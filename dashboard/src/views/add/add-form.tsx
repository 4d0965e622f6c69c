import { Accordion, Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { Failed } from '../../shared/states.tsx';
import { KindChoice } from './kind-choice.tsx';
import { kinds } from './kinds.ts';
import { MainFields } from './main-fields.tsx';
import { MoreFields } from './more-fields.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { atField } from './problems.ts';
import { useAddForm, type AddFormState } from './use-add-form.ts';

/** The form, and a preview of its result. */
export function AddForm() {
  const form = useAddForm();
  const { draft, preview, change, at, again, submit } = form;
  const fields = { draft, change, at, found: preview.data?.found };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    submit({ force: again });
  };
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" style={{ alignItems: 'start' }}>
      <Stack component="form" onSubmit={onSubmit} gap="md" aria-label="Add a library">
        {draft.kind !== 'upload' && <AddressField {...form} />}
        <KindChoice value={draft.kind} onChange={(kind) => change({ kind, chosen: true })} />
        <MainFields {...fields} />
        <Accordion variant="separated" order={2}>
          <Accordion.Item value="more">
            <Accordion.Control>More settings</Accordion.Control>
            <Accordion.Panel>
              <MoreFields {...fields} />
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
        <Actions {...form} />
      </Stack>
      <PreviewPanel preview={preview} draft={draft} change={change} />
    </SimpleGrid>
  );
}

/** Fields of a request that contain the address, by kind of source. */
const addressFields = ['docsRepoUrl', 'websiteUrl', 'llmstxtUrl', 'openApiUrl', 'siteUrl'];

function AddressField({ draft, changeAddress, at }: AddFormState) {
  const { kind, address } = draft;
  const example = kinds.find(({ value }) => value === kind)?.example ?? '';
  return (
    <TextInput
      label="Address"
      description={`Example: ${example}`}
      value={address}
      onChange={(event) => changeAddress(event.currentTarget.value)}
      error={at(...addressFields, ...(kind === 'pages' ? ['pageIds'] : []))}
      maxLength={2000}
      autoComplete="off"
      spellCheck={false}
      required
    />
  );
}

function Actions({ draft, refusal, again, submit, pending }: AddFormState) {
  const replaceable = draft.kind === 'upload' && refusal?.code === 'duplicate_repo';
  return (
    <>
      {refusal && <Failed error={atField(refusal.message)} title="It was not added" />}
      <Group>
        <Button type="submit" loading={pending}>
          {again ? 'Read again' : 'Add'}
        </Button>
        {replaceable && (
          <Button variant="default" onClick={() => submit({ force: true })} loading={pending}>
            Replace its file
          </Button>
        )}
      </Group>
    </>
  );
}
