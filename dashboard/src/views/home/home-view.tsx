import { lazy, Suspense } from 'react';
import { useSearch } from 'wouter';
import { Page } from '../../shared/page.tsx';
import { Loading } from '../../shared/states.tsx';
import { LibrariesSection } from '../libraries/libraries-section.tsx';
import { QuestionBox } from './question-box.tsx';
import { askedOf } from './asked.ts';

// Loaded only after a question.
const ChosenAnswer = lazy(async () => ({
  default: (await import('./chosen-answer.tsx')).ChosenAnswer,
}));

/** The first view: a question to all libraries, its answer, and the list of libraries. */
export function HomeView() {
  const asked = askedOf(useSearch());
  return (
    <Page
      title="Ask your libraries"
      about="Lectern finds the library that fits your question and shows its best snippets."
    >
      <LibrariesSection
        above={
          <>
            <QuestionBox asked={asked.text} />
            {asked.text !== '' && (
              <Suspense fallback={<Loading />}>
                <ChosenAnswer key={asked.text} asked={asked} />
              </Suspense>
            )}
          </>
        }
      />
    </Page>
  );
}
