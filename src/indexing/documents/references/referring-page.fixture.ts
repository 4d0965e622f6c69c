import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { flat } from '../../../../test/support/sections.ts';
import type { DocumentFormat, DocumentParser } from '../document.ts';
import { Places } from './places.ts';
import { referenceReader } from './reference-readers.ts';

interface ReferringPage {
  path: string;
  format: DocumentFormat;
  content: string;
}

/** Returns the text of a page that refers to other documents of its format, which are given by their paths. */
export async function shownWith(
  parse: DocumentParser,
  page: ReferringPage,
  others: Readonly<Record<string, string>>,
): Promise<string> {
  const reader = referenceReader(page)!;
  const places = new Places();
  for (const [path, content] of Object.entries(others)) {
    places.add(path, reader.places({ path, content }));
  }
  const { titles } = places.titlesFor(reader.references(page), page.path);
  return flat(await parse({ ...page, hash: '', titles }));
}

/** Returns the processor seconds that it takes to read the places and references of a page. */
export function readingTime(page: ReferringPage): number {
  const reader = referenceReader(page)!;
  const cpuSeconds = startCpuClock();
  new Places().add(page.path, reader.places(page));
  reader.references(page);
  return cpuSeconds();
}
