import { docbookReferences } from '../docbook/references.ts';
import type { DocumentFormat, SourceDocument } from '../document.ts';
import { asciidocReferences } from '../asciidoc/references.ts';
import { markdownReferences } from '../markdown/references.ts';
import { rstReferences } from '../rst/references.ts';
import { writtenFormat } from '../text-format.ts';
import type { ReferenceReader } from './places.ts';

const readers: Partial<Record<DocumentFormat, ReferenceReader>> = {
  rst: rstReferences,
  gallery: rstReferences,
  asciidoc: asciidocReferences,
  markdown: markdownReferences,
  docbook: docbookReferences,
};

/** Returns whether documents of a format can refer to others by their titles. */
export function canRefer(format: DocumentFormat): boolean {
  return format === 'text' || readers[format] !== undefined;
}

/** Returns the reader of the references of a document; undefined for a format without such references. */
export function referenceReader(
  document: Pick<SourceDocument, 'format' | 'content'>,
): ReferenceReader | undefined {
  return readers[writtenFormat(document)];
}
