import { fromPageOrder, inPageOrder, type Snippet } from '../../store/snippet.ts';
import { hidesText } from './hidden-text.ts';
import { instructsModel } from './injection.ts';
import { maskSecrets, mayHoldSecret } from '../../base/secrets/mask-secrets.ts';

/** Counts of suspicious content in documents. */
export interface ContentWarnings {
  /** Snippets with instructions for a language model. */
  injection: number;
  /** Credentials that were masked. */
  secrets: number;
  /** Documents from which hidden text was dropped. */
  hidden: number;
}

/** Returns counts of zero. */
export function noWarnings(): ContentWarnings {
  return { injection: 0, secrets: 0, hidden: 0 };
}

/**
 * Masks the credentials in a document's snippets, and flags snippets that instruct a model. Also
 * returns the counts, with those of the document's own text. Pure: `now` decides which tokens have
 * expired.
 */
export function safeSnippets(
  snippets: Snippet[],
  content: string,
  now: Date,
): { snippets: Snippet[]; warnings: ContentWarnings } {
  const warnings = noWarnings();
  const safe = snippets.map((snippet): Snippet => {
    const text = textOf(snippet);
    const { masked, count } = mayHoldSecret(text)
      ? withoutSecrets(snippet, now)
      : { masked: snippet, count: 0 };
    warnings.secrets += count;
    if (!instructsModel(text)) return masked;
    warnings.injection += 1;
    return { ...masked, flags: ['injection'] };
  });
  if (hidesText(content, warnings.injection > 0)) warnings.hidden = 1;
  return { snippets: safe, warnings };
}

function textOf(snippet: Snippet): string {
  const { title, pageTitle, breadcrumb, description, content, codeList } = snippet;
  const code = codeList.map((sample) => sample.code);
  return [title, pageTitle, ...breadcrumb, description, content, ...code].join('\n\n');
}

function withoutSecrets(snippet: Snippet, now: Date): { masked: Snippet; count: number } {
  let count = 0;
  const safe = (text: string): string => {
    const { text: without, masked } = maskSecrets(text, now);
    count += masked;
    return without;
  };
  const body = {
    ...fromPageOrder(
      inPageOrder(snippet).map((part) =>
        typeof part === 'string' ? safe(part) : { ...part, code: safe(part.code) },
      ),
    ),
    content: safe(snippet.content),
  };
  // Every snippet under a heading repeats it.
  const inBody = count;
  const masked = {
    ...snippet,
    ...body,
    title: safe(snippet.title),
    pageTitle: safe(snippet.pageTitle),
    breadcrumb: snippet.breadcrumb.map(safe),
  };
  return { masked, count: inBody > 0 ? inBody : Math.min(count, 1) };
}
