import { Badge, Box, Card, Code, Group, Stack, Text, Title } from '@mantine/core';
import { Copy } from '../../shared/copied.tsx';
import { counted } from '../../shared/format.ts';
import { InstructsModel } from '../../shared/instructs.tsx';
import { inPageOrder } from '../../shared/page-order.ts';
import { WebLink } from '../../shared/web-link.tsx';
import classes from './ask.module.css';
import type { ShownSnippet } from './shown-snippets.ts';

/** One snippet. Shows all content as text, because the markup of a source is not trusted. */
export function SnippetCard({ snippet }: { snippet: ShownSnippet }) {
  const { rank, title, page, text, samples, source, tokens, flagged } = snippet;
  return (
    <Card withBorder component="li" padding="md">
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
          <Title order={3} className="breakable">
            {title}
          </Title>
          <Badge variant="light" color="gray" flex="none" title="Place in the whole answer">
            {rank}
          </Badge>
        </Group>
        {page !== '' && page !== title && (
          <Text size="sm" c="dimmed" className="breakable">
            {page}
          </Text>
        )}
        {flagged && <InstructsModel />}
        {inPageOrder(text, samples).map((part, at) =>
          typeof part === 'string' ? (
            <Text key={at} size="sm" className={classes.prose}>
              {part}
            </Text>
          ) : (
            <Box key={at}>
              <Group justify="space-between" wrap="nowrap" mb={2}>
                <Text size="xs" c="dimmed">
                  {part.language || 'code'}
                </Text>
                <Copy text={part.code} what={`the code of ${title}`} />
              </Group>
              <Code
                block
                className={classes.code}
                tabIndex={0}
                role="region"
                aria-label={`Code ${part.number} of ${title}`}
              >
                {part.code}
              </Code>
            </Box>
          ),
        )}
        <Group justify="space-between" gap="xs">
          <Text size="xs" c="dimmed" className="breakable">
            <WebLink address={source} inherit />
          </Text>
          <Text size="xs" c="dimmed" className="tabular">
            {counted(tokens, 'token')}
          </Text>
        </Group>
      </Stack>
    </Card>
  );
}
