import { Badge, Group, List, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { api } from '../../../api/client.ts';
import type { PoliciesPatch, PoliciesPreview } from '../../../api/paths.gen.ts';
import { Answer } from '../../../shared/answer.tsx';
import { count, counted } from '../../../shared/format.ts';
import { settingName } from './labels.ts';

interface PreviewProps {
  teamspace: string;
  /** Absent if there is no change. The preview then shows the libraries that are excluded now. */
  patch: PoliciesPatch | undefined;
}

/** An empty change. */
const none: PoliciesPatch = { sourceTypes: {} };
/** Milliseconds without a change before the page sends a request. */
const pauseMs = 250;

/** Shows the libraries that the draft of the policies excludes. */
export function Preview({ teamspace, patch }: PreviewProps) {
  const [body] = useDebouncedValue(patch ?? none, pauseMs);
  const preview = api.useQuery(
    'post',
    '/api/v2/policies/preview',
    { params: { query: { teamspace, limit: 50 } }, body },
    { placeholderData: (previous) => previous },
  );
  return (
    <Stack gap="sm" component="section" aria-label="What this leaves out">
      <Title order={2}>What this leaves out</Title>
      <Answer of={preview} current>
        {(data) => <Told preview={data} isChange={patch !== undefined} />}
      </Answer>
    </Stack>
  );
}

function Told({ preview, isChange }: { preview: PoliciesPreview; isChange: boolean }) {
  const { visible, hidden, newlyHidden, newlyVisible, bySetting, hiddenLibraries } = preview;
  return (
    <>
      <Text aria-live="polite" className="tabular">
        {counted(visible, 'library', 'libraries')} visible, {count(hidden)} left out
        {isChange && `; ${count(newlyHidden)} more than now, ${count(newlyVisible)} back`}.
      </Text>
      {bySetting.length > 0 && (
        <Group gap="xs">
          {bySetting.map(({ setting, libraries }) => (
            <Badge key={setting} variant="light" color="gray">
              {settingName(setting)}: {count(libraries)}
            </Badge>
          ))}
        </Group>
      )}
      {hiddenLibraries.length > 0 && (
        <List listStyleType="none" spacing="xs" size="sm">
          {hiddenLibraries.map(({ id, reason, newly }) => (
            <List.Item key={id} className="breakable">
              <Text span fw={500} size="sm">
                {id}
              </Text>{' '}
              {newly && (
                <Badge size="xs" color="yellow" variant="light">
                  new
                </Badge>
              )}
              <Text size="sm" c="dimmed">
                {reason}
              </Text>
            </List.Item>
          ))}
        </List>
      )}
      {hidden > hiddenLibraries.length && (
        <Text size="sm" c="dimmed">
          And {count(hidden - hiddenLibraries.length)} more.
        </Text>
      )}
    </>
  );
}
