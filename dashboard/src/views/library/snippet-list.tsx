import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFileSearch, IconFileText, IconShieldCheck } from '@tabler/icons-react';
import type { StoredSnippets } from '../../api/paths.gen.ts';
import { Answer } from '../../shared/answer.tsx';
import { counted } from '../../shared/format.ts';
import { Empty } from '../../shared/states.tsx';
import { SnippetCard } from './snippet-card.tsx';
import type { Browsing } from './use-browsing.ts';
import { isOneAnswer, useSnippets } from './use-snippets.ts';

/** Milliseconds without a key press before the page sends a request. */
const pauseMs = 300;

interface SnippetListProps {
  id: string;
  browsing: Browsing;
  /** Removes the filters. */
  onAll: () => void;
}

/** The list of snippets, page by page. */
export function SnippetList({ id, browsing: typed, onAll }: SnippetListProps) {
  const [search] = useDebouncedValue(typed.search, pauseMs);
  const [path] = useDebouncedValue(typed.path, pauseMs);
  const browsing = { ...typed, search, path };
  const { flagged } = browsing;
  const oneAnswer = isOneAnswer(browsing);
  const pages = useSnippets(id, browsing);
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = pages;
  return (
    <Answer of={pages}>
      {({ pages: read }) => {
        const answers = read.filter((page) => page !== null);
        const snippets = answers.flatMap((page) => page.snippets);
        const [first] = answers;
        if (!first) return <Unserved />;
        if (snippets.length === 0) return <Nothing browsing={browsing} onAll={onAll} />;
        return (
          <Stack gap="sm">
            <Text size="sm" c="dimmed" role="status">
              {summaryOf(first, snippets.length, browsing)}
            </Text>
            {flagged && <Policy injections={first.injections} />}
            {snippets.map((snippet, at) => (
              <div key={`${snippet.path} ${snippet.id}`}>
                {!oneAnswer && snippet.path !== snippets[at - 1]?.path && (
                  <Title order={2} size="h4" mt="sm" mb="xs" className="breakable">
                    {snippet.path}
                  </Title>
                )}
                <SnippetCard snippet={snippet} showPath={oneAnswer} />
              </div>
            ))}
            {hasNextPage && (
              <Button
                variant="default"
                loading={isFetchingNextPage}
                onClick={() => void fetchNextPage()}
                style={{ alignSelf: 'center' }}
              >
                Show more
              </Button>
            )}
          </Stack>
        );
      }}
    </Answer>
  );
}

function summaryOf({ total, documents }: StoredSnippets, shown: number, wanted: Browsing): string {
  if (wanted.search.trim() !== '') return `${counted(shown, 'snippet')} found, the best first`;
  if (wanted.flagged) return `${counted(shown, 'snippet')} with instructions to a model`;
  if (wanted.path !== '') return `${counted(shown, 'snippet')} of documents below ${wanted.path}`;
  return `${counted(shown, 'snippet')} of ${counted(total, 'snippet')} from ${counted(documents, 'document')}`;
}

const policies: Record<StoredSnippets['injections'], string> = {
  keep: 'Answers show these snippets like any other.',
  flag: 'Answers show these snippets with a warning.',
  drop: 'Answers leave these snippets out.',
};

function Policy({ injections }: Pick<StoredSnippets, 'injections'>) {
  return (
    <Alert color="yellow">
      {policies[injections]} The setting “injections” of this install decides this.
    </Alert>
  );
}

function Nothing({ browsing, onAll }: { browsing: Browsing; onAll: () => void }) {
  const { search, path, flagged } = browsing;
  if (flagged && search === '' && path === '') {
    return (
      <Empty icon={<IconShieldCheck aria-hidden />} title="No snippet has a warning">
        No snippet of this library instructs a model.
      </Empty>
    );
  }
  if (search === '' && path === '' && !flagged) {
    return (
      <Empty icon={<IconFileText aria-hidden />} title="No snippets">
        The last run found no text to make snippets of.
      </Empty>
    );
  }
  return (
    <Empty icon={<IconFileSearch aria-hidden />} title="Nothing matches">
      <Text mb="sm">Use other words, or another path.</Text>
      <Button variant="default" onClick={onAll}>
        Show all
      </Button>
    </Empty>
  );
}

function Unserved() {
  return (
    <Empty icon={<IconFileText aria-hidden />} title="No snippets yet">
      Snippets appear here after the first successful run.
    </Empty>
  );
}
