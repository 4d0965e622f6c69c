import { afterEach, beforeEach, describe } from 'vitest';
import { describeDelete } from './delete.ts';
import { describeLarge } from './large.ts';
import { describeReading } from './reading.ts';
import { describeRefresh } from './refresh.ts';
import { describeEarlyWords, describeSearch } from './search.ts';
import { describeVersions } from './versions.ts';
import { describeWaiting } from './waiting.ts';
import { describeVisibility } from './visibility.ts';
import { Subject, type SnippetIndexUnderTest } from './subject.ts';

/**
 * Defines the tests that every adapter of SnippetIndex must pass. `earlyWords` is false for an adapter that waits for the
 * vector of a question before it searches.
 */
export function describeSnippetIndex(
  name: string,
  create: () => Promise<SnippetIndexUnderTest>,
  { earlyWords = true } = {},
): void {
  // oxlint-disable-next-line vitest/valid-title
  describe(name, () => {
    const at = new Subject();
    beforeEach(async () => {
      at.under = await create();
    });
    afterEach(() => at.under.cleanUp());

    describeSearch(at);
    if (earlyWords) describeEarlyWords(at);
    describeVisibility(at);
    describeVersions(at);
    describeRefresh(at);
    describeWaiting(at);
    describeLarge(at);
    describeReading(at);
    describeDelete(at);
  });
}
