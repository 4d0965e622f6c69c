import { ActionIcon, Code, Group, Tooltip, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';

interface CopiedProps {
  text: string;
  /** Name of the copied text for screen readers, such as "the command". */
  what: string;
}

/** A button that copies a text, and says whether it did. Browsers have no clipboard for a page over HTTP. */
export function Copy({ text, what }: CopiedProps) {
  const { copy, copied, error } = useClipboard();
  const result = error
    ? 'The browser did not allow it. Select the text and copy it.'
    : copied
      ? 'Copied'
      : '';
  return (
    <>
      <Tooltip label={result || `Copy ${what}`}>
        <ActionIcon
          variant="subtle"
          color={copied ? 'teal' : 'gray'}
          onClick={() => copy(text)}
          aria-label={`Copy ${what}`}
        >
          {copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
        </ActionIcon>
      </Tooltip>
      <VisuallyHidden role="status">{result}</VisuallyHidden>
    </>
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
