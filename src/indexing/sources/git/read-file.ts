import { isUtf8 } from 'node:buffer';
import { decodeText } from '../../../base/http/charset.ts';
import type { DocumentFormat } from '../../documents/document.ts';
import type { TreeEntry } from './repository.ts';

/** A file to read, its format, the folder that tells it apart from others with the same name, and its title on the site. */
export type SelectedFile = TreeEntry & { format: DocumentFormat; variant?: string; title?: string };

/** Decodes a file. Only HTML can declare its charset; in other files a declaration is an example. */
export function decodeFile(bytes: Buffer, format: DocumentFormat): string {
  if (format === 'html') return decodeText(bytes);
  return decodeText(bytes, `charset=${isUtf8(bytes) ? 'utf-8' : 'windows-1252'}`);
}
