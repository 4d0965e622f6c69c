import { Box, Group, Text } from '@mantine/core';
import { duration } from '../../shared/format.ts';
import classes from './ask.module.css';
import { stagesOf, type Timing } from './timings.ts';

const colors: Readonly<Record<string, string>> = {
  terms: 'var(--mantine-color-grape-5)',
  embed: 'var(--mantine-color-cyan-6)',
  search: 'var(--mantine-color-teal-6)',
  rerank: 'var(--mantine-color-violet-5)',
  select: 'var(--mantine-color-orange-5)',
};
const otherColor = 'var(--mantine-color-gray-5)';

/** Shows the time of each stage of an answer. */
export function TimingBar({ timings }: { timings: Timing[] }) {
  const { stages, total } = stagesOf(timings);
  if (total === 0) return null;
  return (
    <Box>
      <div className={classes.bar} aria-hidden>
        {stages.map(({ name, ms }) => (
          <div
            key={name}
            style={{ flexGrow: ms / total, background: colors[name] ?? otherColor }}
          />
        ))}
      </div>
      <Group gap="4px 12px" component="ul" className={classes.legend}>
        {stages.map(({ name, ms }) => (
          <Text key={name} component="li" size="xs" c="dimmed" className="tabular">
            <span
              className={classes.dot}
              style={{ background: colors[name] ?? otherColor }}
              aria-hidden
            />
            {name} {ms < 10 ? `${ms.toFixed(1)} ms` : duration(ms)}
          </Text>
        ))}
      </Group>
    </Box>
  );
}
