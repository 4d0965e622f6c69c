import { Alert, Button, Stack, Table, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FoundNames, FoundSource } from '../../api/paths.gen.ts';
import { count } from '../../shared/format.ts';
import { WebLink } from '../../shared/web-link.tsx';
import type { Draft } from './draft.ts';
import { isRepository } from './kinds.ts';

interface FoundFactsProps {
  found: FoundSource;
  draft: Draft;
  change: (parts: Partial<Draft>) => void;
}

/** Names of a list that are shown. */
const shown = 6;

/** What a look at the source showed. */
export function FoundFacts({ found, draft, change }: FoundFactsProps) {
  const { url, description, defaultBranch, branches, tags, pages, operations, version } = found;
  return (
    <>
      {found.note !== undefined && (
        <Alert
          color="orange"
          icon={<IconInfoCircle aria-hidden />}
          title="Lectern would index little of it"
        >
          <Text size="sm" className="breakable">
            {found.note}.
          </Text>
        </Alert>
      )}
      <Table variant="vertical" layout="fixed" aria-label="What was found">
        <Table.Tbody>
          <Fact label="Address">{url && <WebLink size="sm" address={url} />}</Fact>
          <Fact label="About">{description}</Fact>
          <Fact label="Default branch">{defaultBranch}</Fact>
          <Fact label="Branches">{branches && <Names of={branches} />}</Fact>
          <Fact label="Tags">{tags && <Names of={tags} />}</Fact>
          <Fact label={pagesLabel(draft.kind)}>{pages && <Names of={pages} below={url} />}</Fact>
          <Fact label="Left out">{found.leftOut?.join('. ')}</Fact>
          <Fact label="Operations">{operations === undefined ? undefined : count(operations)}</Fact>
          <Fact label="Version">{version}</Fact>
        </Table.Tbody>
      </Table>
      {found.llmstxt !== undefined && <Offer url={found.llmstxt} change={change} />}
    </>
  );
}

function pagesLabel(kind: Draft['kind']): string {
  if (kind === 'website') return 'In its sitemap';
  return isRepository(kind) ? 'Documents' : 'Pages';
}

/** A row of the table, where the value is known. */
function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (children === undefined || children === '') return null;
  return (
    <Table.Tr>
      <Table.Th w={140} scope="row">
        {label}
      </Table.Th>
      <Table.Td className="breakable">{children}</Table.Td>
    </Table.Tr>
  );
}

/** How many there are, and the first of them; addresses of the site `below` as their paths. */
function Names({
  of: { total, more, names },
  below,
}: {
  of: FoundNames;
  below?: string | undefined;
}) {
  const origin = URL.parse(below ?? '')?.origin ?? ' ';
  const first = names.slice(0, shown).map((name) => name.replace(origin, ''));
  return (
    <Stack gap={2}>
      <Text size="sm" fw={600}>
        {more ? `${count(total)} or more` : count(total)}
      </Text>
      {first.length > 0 && (
        <Text size="sm" c="dimmed">
          {first.join(', ')}
          {total > first.length && ' …'}
        </Text>
      )}
    </Stack>
  );
}

/** A site's llms.txt holds the same, without what stands around it. */
function Offer({ url, change }: { url: string; change: FoundFactsProps['change'] }) {
  return (
    <Alert color="teal" icon={<IconInfoCircle aria-hidden />} title="The site has an llms.txt">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">It lists the documentation in a form that is easy to index.</Text>
        <Button
          size="xs"
          variant="default"
          onClick={() => change({ kind: 'llmstxt', chosen: false, address: url })}
        >
          Use it instead
        </Button>
      </Stack>
    </Alert>
  );
}
