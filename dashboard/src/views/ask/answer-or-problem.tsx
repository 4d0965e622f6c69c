import { Button } from '@mantine/core';
import { IconAlertTriangle, IconHourglass, IconMoodEmpty } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ApiFailure } from '../../api/failure.ts';
import { Answer } from '../../shared/answer.tsx';
import { Empty } from '../../shared/states.tsx';

interface AnswerOrProblemProps<Data> {
  of: UseQueryResult<Data>;
  /** Id of the library in the question. */
  library: string;
  children: (data: Data) => ReactNode;
}

/** An answer, or why there is none: nothing matches, nothing is indexed yet, or the run of the library failed. */
export function AnswerOrProblem<Data>({ of, library, children }: AnswerOrProblemProps<Data>) {
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
        <NextStep href="/queue">Watch the queue</NextStep>
      </Empty>
    );
  }
  if (error instanceof ApiFailure && error.code === 'library_failed') {
    return (
      <Empty icon={<IconAlertTriangle aria-hidden />} title="Its run failed">
        <span className="breakable">{error.message}</span>
        <NextStep href={`/libraries${library}?tab=runs`}>See its runs</NextStep>
      </Empty>
    );
  }
  return <Answer of={of}>{children}</Answer>;
}

function NextStep({ href, children }: { href: string; children: string }) {
  return (
    <Button
      component={Link}
      href={href}
      variant="default"
      mt="sm"
      display="block"
      mx="auto"
      w="fit-content"
    >
      {children}
    </Button>
  );
}
