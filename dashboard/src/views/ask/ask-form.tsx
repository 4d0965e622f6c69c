import { Button, Grid, NumberInput, Select, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useLocation } from 'wouter';
import { api, queries } from '../../api/client.ts';
import { LibrarySelect } from './library-select.tsx';
import { boundedTokens, pathOf, tokenLimits, type Question } from './question.ts';
import { answersKey } from './use-answer.ts';

/** The question in the form, with the token limit as typed. */
type Draft = Omit<Question, 'tokens'> & { tokens: number | string };

/** The form for a question, its library, and the token limit of the answer. `asked` is the question in the address. */
export function AskForm({ asked }: { asked: Question }) {
  const [, navigate] = useLocation();
  const [draft, setDraft] = useState<Draft>(asked);
  const [address, setAddress] = useState(pathOf(asked));
  // Back and forward change the address behind the form.
  if (address !== pathOf(asked)) {
    setAddress(pathOf(asked));
    setDraft(asked);
  }
  const change = (part: Partial<Draft>): void => setDraft((held) => ({ ...held, ...part }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const text = draft.text.trim();
    const tokens = boundedTokens(draft.tokens);
    change({ tokens });
    if (draft.library === '' || text === '') return;
    void queries.invalidateQueries({ queryKey: [answersKey] });
    navigate(pathOf({ ...draft, text, tokens }));
  };
  return (
    <form onSubmit={submit} aria-label="Question">
      <Grid gap="sm" align="flex-end">
        <Grid.Col span={{ base: 12, sm: 6, md: 5 }}>
          <LibrarySelect
            value={draft.library}
            onChange={(library) => change({ library, version: '' })}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 6, sm: 3 }}>
          <VersionSelect
            library={draft.library}
            value={draft.version}
            onChange={(version) => change({ version })}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 6, sm: 3, md: 4 }}>
          <NumberInput
            label="Token limit"
            value={draft.tokens}
            onChange={(tokens) => change({ tokens })}
            onBlur={() => change({ tokens: boundedTokens(draft.tokens) })}
            min={tokenLimits.least}
            max={tokenLimits.most}
            step={100}
            clampBehavior="blur"
            thousandSeparator=","
            allowDecimal={false}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 'auto' }}>
          <TextInput
            label="Question"
            placeholder="How do I rotate an API key?"
            value={draft.text}
            onChange={(event) => change({ text: event.currentTarget.value })}
            maxLength={500}
            required
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 'content' }}>
          <Button type="submit" fullWidth>
            Ask
          </Button>
        </Grid.Col>
      </Grid>
    </form>
  );
}

interface VersionSelectProps {
  library: string;
  value: string;
  onChange: (version: string) => void;
}

const defaultVersion = { value: 'default', label: 'Default' };

function VersionSelect({ library, value, onChange }: VersionSelectProps) {
  const found = api.useQuery(
    'get',
    '/api/v1/library',
    { params: { query: { id: library } } },
    { enabled: library !== '' },
  );
  const names = (found.data?.versions ?? []).map(({ name }) => name).filter((name) => name !== '');
  const known = value === '' || names.includes(value) ? names : [value, ...names];
  return (
    <Select
      label="Version"
      data={[defaultVersion, ...known.map((name) => ({ value: `@${name}`, label: name }))]}
      value={value === '' ? defaultVersion.value : `@${value}`}
      onChange={(chosen) => onChange(chosen?.startsWith('@') ? chosen.slice(1) : '')}
      allowDeselect={false}
      disabled={library === ''}
    />
  );
}
