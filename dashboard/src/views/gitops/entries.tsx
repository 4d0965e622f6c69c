import { Anchor, Badge, Chip, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { count } from '../../shared/format.ts';
import classes from './gitops.module.css';
import { outcomeColors, outcomes, type Counts, type Entry } from './outcomes.ts';

interface EntriesProps {
  counts: Counts;
  /** All entries except the unchanged ones. A report lists the first 500. */
  entries: Entry[];
}

const all = 'all';

/** The outcome of each entry, or only the entries with one outcome. */
export function Entries({ counts, entries }: EntriesProps) {
  const [chosen, setChosen] = useState<string>(all);
  const present = outcomes.filter((outcome) => counts[outcome] > 0);
  const shown = entries.filter(({ action }) => chosen === all || action === chosen);
  if (present.length === 0) return <Text size="sm">The manifest has no entries.</Text>;
  return (
    <Stack gap="sm">
      <Chip.Group value={chosen} onChange={(value) => setChosen(value)}>
        <Group gap="xs" role="radiogroup" aria-label="Outcome">
          <Chip value={all} size="xs">
            All
          </Chip>
          {present.map((outcome) => (
            <Chip key={outcome} value={outcome} size="xs">
              {count(counts[outcome])} {outcome}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {shown.length > 0 && (
        <ul className={classes.entries} aria-label="Entries">
          {shown.map((entry) => (
            <EntryLine key={`${entry.action} ${entry.libraryId}`} entry={entry} />
          ))}
        </ul>
      )}
      <Left counts={counts} listed={entries.length} chosen={chosen} />
    </Stack>
  );
}

/** Explains why there are fewer lines than the counts. */
function Left({ counts, listed, chosen }: { counts: Counts; listed: number; chosen: string }) {
  const others = outcomes.filter((outcome) => outcome !== 'unchanged');
  const total = others.reduce((sum, outcome) => sum + counts[outcome], 0);
  const sentences = [
    ...(chosen === 'unchanged' || (chosen === all && total === 0)
      ? ['Unchanged entries are not listed.']
      : []),
    ...(total > listed ? [`The first ${count(listed)} entries are listed.`] : []),
  ];
  if (sentences.length === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {sentences.join(' ')}
    </Text>
  );
}

function EntryLine({ entry: { libraryId, url, action, reason } }: { entry: Entry }) {
  return (
    <li className={classes.entry}>
      <Badge color={outcomeColors[action]} variant="light" className={classes.outcome}>
        {action}
      </Badge>
      <div className={classes.what}>
        {action === 'pruned' ? (
          <Text size="sm" className="breakable">
            {libraryId}
          </Text>
        ) : (
          <Anchor component={Link} href={`/libraries${libraryId}`} size="sm" className="breakable">
            {libraryId}
          </Anchor>
        )}
        <Text size="xs" c="dimmed" className="breakable">
          {url}
        </Text>
        {reason !== undefined && (
          <Text size="sm" className="breakable">
            {reason}
          </Text>
        )}
      </div>
    </li>
  );
}
