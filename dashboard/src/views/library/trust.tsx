import { List, Text } from '@mantine/core';
import { IconMinus, IconPlus, IconPoint } from '@tabler/icons-react';
import type { LibraryStatus } from '../../api/paths.gen.ts';
import { useNow } from '../../shared/use-now.ts';
import { Score } from './score.tsx';
import { trustInputs, type TrustInput } from './trust-inputs.ts';

const icons = { for: IconPlus, against: IconMinus, neither: IconPoint };
const words = { for: 'counts for it', against: 'counts against it', neither: 'counts little' };

const explained =
  'Reputation of the source, based on data from its host. 7 or more is high, 4 or more is medium.';
const noData = 'The host shows no data about the source.';

/** The trust score of the source and its inputs. */
export function Trust({ library }: { library: LibraryStatus }) {
  const now = useNow(60_000);
  const { trustScore, trust } = library;
  const inputs = trust ? trustInputs(trust, now) : [];
  const known = trustScore !== undefined;
  return (
    <Score title="Trust" value={known ? String(trustScore) : 'not yet'} {...(known && { of: 10 })}>
      <Text size="sm" c="dimmed" mb={inputs.length > 0 ? 'xs' : 0}>
        {inputs.length > 0
          ? explained
          : known
            ? noData
            : 'Lectern computes it after the first run.'}
      </Text>
      {inputs.length > 0 && (
        <List size="sm" spacing={2} listStyleType="none" center>
          {inputs.map((input) => (
            <Input key={input.text} input={input} />
          ))}
        </List>
      )}
    </Score>
  );
}

function Input({ input: { text, counts } }: { input: TrustInput }) {
  const Icon = icons[counts];
  return (
    <List.Item
      icon={<Icon size={14} role="img" aria-label={words[counts]} title={words[counts]} />}
    >
      {text}
    </List.Item>
  );
}
