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

/** Maximum number of names in a list. */
const shown = 6;

/** The results of a preview. */
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

/** A row of the table. Shows nothing if the value is unknown. */
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

/** The number of items, and the first ones. Shows addresses of the site `below` as paths. */
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

/** Suggests the site's llms.txt, which has the same content without navigation. */
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
