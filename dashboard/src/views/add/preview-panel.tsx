import { Card, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { Failed } from '../../shared/states.tsx';
import type { Draft } from './draft.ts';
import { PreviewAnswer } from './preview-answer.tsx';
import type { DraftPreview } from './use-preview.ts';

interface PreviewPanelProps {
  preview: DraftPreview;
  draft: Draft;
  change: (parts: Partial<Draft>) => void;
}

/** Shows a preview of the documents that Lectern would index. */
export function PreviewPanel({ preview, draft, change }: PreviewPanelProps) {
  const { data, looking, error, retry } = preview;
  return (
    <Card
      withBorder
      component="section"
      aria-labelledby="preview-title"
      pos="sticky"
      top="calc(var(--app-shell-header-height) + var(--mantine-spacing-md))"
    >
      <Stack gap="sm">
        <Group justify="space-between" mih={28}>
          <Title order={2} id="preview-title">
            What would be indexed
          </Title>
          {looking && <Loader size="sm" role="status" aria-label="Reading the source" />}
        </Group>
        <Stack gap="sm" aria-live="polite" aria-busy={looking}>
          {error ? (
            <Failed error={error} onRetry={retry} />
          ) : data ? (
            <PreviewAnswer preview={data} draft={draft} change={change} />
          ) : (
            <Idle>{looking ? 'Reading the source…' : hintOf(draft)}</Idle>
          )}
        </Stack>
      </Stack>
    </Card>
  );
}

function Idle({ children }: { children: string }) {
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start" c="dimmed">
      <IconEye size={20} aria-hidden style={{ flexShrink: 0 }} />
      <Text size="sm">{children}</Text>
    </Group>
  );
}

function hintOf({ kind }: Draft): string {
  return kind === 'upload'
    ? 'Lectern checks the file when you add it, and refuses a file that is not an API description.'
    : 'Type or paste an address to see a preview. Lectern indexes nothing before you add it.';
}
