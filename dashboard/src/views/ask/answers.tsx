import { Group, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Loading } from '../../shared/states.tsx';
import { AnswerPanel } from './answer-panel.tsx';
import type { Question } from './question.ts';
import { RawPanel } from './raw-panel.tsx';
import { SideBySide } from './side-by-side.tsx';
import type { Mode } from './use-answer.ts';

const titles: Readonly<Record<Mode, string>> = { reranked: 'Reranked', fast: 'Fast' };

/** The answers to a question. With a reranker, there are two: the reranked answer and the fast answer. */
export function Answers({ question }: { question: Question }) {
  const health = api.useQuery('get', '/api/health');
  const [shown, setShown] = useState<'snippets' | 'raw'>('snippets');
  const [mode, setMode] = useState<Mode>('reranked');
  if (health.isPending) return <Loading />;
  const modes: Mode[] =
    health.data?.connectivity.llm === undefined ? ['reranked'] : ['reranked', 'fast'];
  return (
    <Stack gap="md">
      <Group gap="md">
        <SegmentedControl
          aria-label="Show"
          value={shown}
          onChange={(value) => setShown(value === 'raw' ? 'raw' : 'snippets')}
          data={[
            { value: 'snippets', label: 'Snippets' },
            { value: 'raw', label: 'Raw answer' },
          ]}
        />
        {shown === 'raw' && modes.length > 1 && (
          <SegmentedControl
            aria-label="Order"
            value={mode}
            onChange={(value) => setMode(value === 'fast' ? 'fast' : 'reranked')}
            data={modes.map((one) => ({ value: one, label: titles[one] }))}
          />
        )}
      </Group>
      {shown === 'raw' ? (
        <RawPanel question={question} mode={mode} />
      ) : (
        <SideBySide
          parts={modes.map((one) => ({
            id: one,
            title: titles[one],
            content: <AnswerPanel question={question} mode={one} />,
          }))}
        />
      )}
    </Stack>
  );
}
