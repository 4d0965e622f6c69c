import { Button } from '@mantine/core';
import { IconBooks, IconMessageQuestion } from '@tabler/icons-react';
import { Link, useSearch } from 'wouter';
import { api } from '../../api/client.ts';
import { Answer } from '../../shared/answer.tsx';
import { Page } from '../../shared/page.tsx';
import { Empty } from '../../shared/states.tsx';
import { Answers } from './answers.tsx';
import { AskForm } from './ask-form.tsx';
import { questionOf } from './question.ts';

/** The view that asks one library a question and shows the answer as programs get it. */
export function AskView() {
  const question = questionOf(useSearch());
  const isAsked = question.library !== '' && question.text !== '';
  return (
    <Page
      title="Ask"
      about="See the snippets that an editor or assistant gets from a library, their order, and their cost."
    >
      <AskForm asked={question} />
      {isAsked ? <Answers question={question} /> : <BeforeAsking />}
    </Page>
  );
}

function BeforeAsking() {
  const libraries = api.useQuery('get', '/api/v1/libraries', { params: { query: { limit: 1 } } });
  return (
    <Answer of={libraries}>
      {(data) =>
        data.libraries.length === 0 ? (
          <Empty icon={<IconBooks aria-hidden />} title="No library yet">
            Add a library first. You can ask it when it is indexed.
            <Button component={Link} href="/add" mt="sm" display="block" mx="auto" w="fit-content">
              Add a library
            </Button>
          </Empty>
        ) : (
          <Empty icon={<IconMessageQuestion aria-hidden />} title="Ask a library">
            Choose a library and type a question. You can share the address of this page, because it
            contains the question.
          </Empty>
        )
      }
    </Answer>
  );
}
