import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { api } from '../../api/client.ts';
import type { Outcome, Overview } from '../../api/paths.gen.ts';
import { Answer } from '../../shared/answer.tsx';
import { duration } from '../../shared/format.ts';
import { showFailure } from '../../shared/notify.ts';
import { TestResult } from './test-result.tsx';

const uses = { embedding: 'Embedding', reranking: 'Reranking' } as const;
const states = {
  ok: { color: 'teal', text: 'Last call worked' },
  failed: { color: 'red', text: 'Last call failed' },
  unknown: { color: 'gray', text: 'Not called yet' },
} as const;

/** The configured models. Only the settings of the server can change them. */
export function ModelsCard() {
  const overview = api.useQuery('get', '/api/v1/overview');
  const test = api.useMutation('post', '/api/v1/models/test', {
    onSuccess: () => overview.refetch(),
    onError: showFailure,
  });
  return (
    <Card withBorder>
      <Stack gap="sm">
        <Title order={3}>Models</Title>
        <Text size="sm" c="dimmed">
          Models find and order the snippets of answers. Set them in the settings of the server,
          such as LECTERN_EMBEDDING_URL and LECTERN_RERANK_URL.
        </Text>
        <Answer of={overview}>
          {({ models = [] }) => models.map((model) => <Model key={model.use} model={model} />)}
        </Answer>
        <Group>
          <Button
            size="xs"
            onClick={() => test.mutate({})}
            loading={test.isPending}
            aria-label="Test the models"
          >
            Test
          </Button>
        </Group>
        {test.data && <Tested name="Embedding" outcome={test.data.embedding} />}
        {test.data?.reranking && <Tested name="Reranking" outcome={test.data.reranking} />}
      </Stack>
    </Card>
  );
}

function Model({ model }: { model: NonNullable<Overview['models']>[number] }) {
  const { use, model: name, host, dimensions, provider, lastCall } = model;
  const { color, text } = states[lastCall];
  return (
    <div>
      <Group gap="xs">
        <Text fw={500}>{uses[use]}</Text>
        <Badge color={color} variant="light">
          {text}
        </Badge>
      </Group>
      <Text size="sm" className="breakable">
        {name}
        {provider === 'built-in' ? ', built in' : ` at ${host}`}
        {dimensions !== undefined && `, ${dimensions} dimensions`}
      </Text>
    </div>
  );
}

function Tested({ name, outcome }: { name: string; outcome: Outcome }) {
  const { ok, message, milliseconds } = outcome;
  return <TestResult result={{ ok, message: `${name}: ${message} (${duration(milliseconds)})` }} />;
}
