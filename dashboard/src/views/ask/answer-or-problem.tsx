import { Button } from '@mantine/core';
import { IconHourglass, IconMoodEmpty } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ApiFailure } from '../../api/failure.ts';
import { Answer } from '../../shared/answer.tsx';
import { Empty } from '../../shared/states.tsx';

interface AnswerOrProblemProps<Data> {
  of: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}

/** An answer; or that there is none, which is no failure: nothing matches, or nothing is indexed yet. */
export function AnswerOrProblem<Data>({ of, children }: AnswerOrProblemProps<Data>) {
  const { error } = of;
  if (error instanceof ApiFailure && error.code === 'no_snippets_found') {
    return (
      <Empty icon={<IconMoodEmpty aria-hidden />} title="Nothing matches">
        {error.message}
      </Empty>
    );
  }
  if (error instanceof ApiFailure && error.code === 'library_not_finalized') {
    return (
      <Empty icon={<IconHourglass aria-hidden />} title="Not indexed yet">
        {error.message}
        <Button
          component={Link}
          href="/queue"
          variant="default"
          mt="sm"
          display="block"
          mx="auto"
          w="fit-content"
        >
          Watch the queue
        </Button>
      </Empty>
    );
  }
  return <Answer of={of}>{children}</Answer>;
}
