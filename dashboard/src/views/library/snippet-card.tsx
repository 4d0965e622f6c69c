import { Card, Code, Group, Text, Title } from '@mantine/core';
import type { StoredSnippet } from '../../api/paths.gen.ts';
import { counted } from '../../shared/format.ts';
import { InstructsModel } from '../../shared/instructs.tsx';
import { inPageOrder } from '../../shared/page-order.ts';
import { WebLink } from '../../shared/web-link.tsx';

interface SnippetCardProps {
  snippet: StoredSnippet;
  /** Set if the list does not name the document above the snippet. */
  showPath: boolean;
}

/** A snippet as a client gets it. */
export function SnippetCard({ snippet, showPath }: SnippetCardProps) {
  const { title, breadcrumb, description, codeList, content, tokens, flags, path, link } = snippet;
  const trail = breadcrumb.filter((part) => part !== title).join(' › ');
  return (
    <Card withBorder padding="sm" component="article" aria-label={title}>
      <Group justify="space-between" align="baseline" gap="xs">
        <Title order={3} size="h4" className="breakable">
          {title}
        </Title>
        <Text size="xs" c="dimmed" className="tabular">
          {counted(tokens, 'token')}
        </Text>
      </Group>
      {trail !== '' && (
        <Text size="xs" c="dimmed" className="breakable">
          {trail}
        </Text>
      )}
      {flags?.includes('injection') && <InstructsModel />}
      {content !== '' && (
        <Text size="sm" mt="xs" className="breakable" style={{ whiteSpace: 'pre-wrap' }}>
          {content}
        </Text>
      )}
      {inPageOrder(description, codeList).map((part, at) =>
        typeof part === 'string' ? (
          <Text key={at} size="sm" mt="xs" className="breakable" style={{ whiteSpace: 'pre-wrap' }}>
            {part}
          </Text>
        ) : (
          <Code
            key={at}
            block
            mt="xs"
            mah={360}
            tabIndex={0}
            role="region"
            aria-label={`${part.language === '' ? 'Code' : part.language} of ${title}, ${part.number}`}
            style={{ overflow: 'auto' }}
          >
            {part.code}
          </Code>
        ),
      )}
      <Text size="xs" mt="xs" c="dimmed" className="breakable">
        {showPath && `${path} · `}
        <WebLink address={link} inherit underline="always" aria-label={`Source of ${title}`}>
          Source
        </WebLink>
      </Text>
    </Card>
  );
}
