import { ActionIcon, Code, CopyButton, Group, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

interface CopiedProps {
  text: string;
  /** Name of the copied text for screen readers, such as "the command". */
  what: string;
}

/** A button that copies a text. */
export function Copy({ text, what }: CopiedProps) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : `Copy ${what}`}>
          <ActionIcon
            variant="subtle"
            color={copied ? 'teal' : 'gray'}
            onClick={copy}
            aria-label={`Copy ${what}`}
          >
            {copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}

/** Shows a text in full, with a copy button. */
export function CopiedCode({ text, what }: CopiedProps) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Code block tabIndex={0} flex={1} miw={0} role="region" aria-label={what}>
        {text}
      </Code>
      <Copy text={text} what={what} />
    </Group>
  );
}
