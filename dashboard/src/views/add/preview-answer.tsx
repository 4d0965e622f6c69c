import { Alert, Badge, Code, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Preview } from '../../api/paths.gen.ts';
import { Duplicate } from './duplicate.tsx';
import type { Draft } from './draft.ts';
import { FoundFacts } from './found-facts.tsx';
import { sentence } from './problems.ts';

interface PreviewAnswerProps {
  preview: Preview;
  draft: Draft;
  change: (parts: Partial<Draft>) => void;
}

/** The server's preview of a draft. */
export function PreviewAnswer({ preview, draft, change }: PreviewAnswerProps) {
  const { found, failure, problems, id } = preview;
  const blocked = problems.length > 0;
  return (
    <>
      {id !== undefined && <Named preview={preview} />}
      <Duplicate preview={preview} />
      {id === undefined && blocked && (
        <Text size="sm" c="dimmed">
          Correct the marked fields to see a preview.
        </Text>
      )}
      {failure && !blocked && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title="It could not be read">
          <Text size="sm" className="breakable">
            {sentence(failure.message)}
          </Text>
        </Alert>
      )}
      {found && <FoundFacts found={found} draft={draft} change={change} />}
    </>
  );
}

function Named({ preview: { id, title, private: isPrivate } }: { preview: Preview }) {
  return (
    <div>
      {title !== undefined && <Text fw={600}>{title}</Text>}
      <Group gap="xs">
        <Code className="breakable">{id}</Code>
        {isPrivate && (
          <Badge color="gray" variant="outline">
            Private
          </Badge>
        )}
      </Group>
    </div>
  );
}
