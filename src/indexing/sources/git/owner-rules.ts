import { hidesText } from '../../safety/hidden-text.ts';
import { instructsModel } from '../../safety/injection.ts';
import { maskSecrets } from '../../../base/secrets/mask-secrets.ts';

/** Maximum number of rules of a repository, and their lengths in characters, as for Context7. */
const maxRules = 50;
const lengths = { least: 5, most: 255 } as const;

/** Rules of a repository's owner for the readers of its documentation. */
export interface OwnerRules {
  /** One line each, without credentials. */
  rules: string[];
  /** Why rules were left out, one sentence for each. */
  problems: string[];
}

/**
 * Returns the rules of a repository's configuration that may be shown after an admin allows them. Screens them as
 * snippets: masks credentials, and leaves out rules that hide text or instruct a model. Pure: `now` decides which tokens
 * have expired.
 */
export function ownerRules(items: readonly unknown[], now: Date): OwnerRules {
  const kept = new Set<string>();
  const problems: string[] = [];
  let wrong = 0;
  items.forEach((item, at) => {
    const line = typeof item === 'string' ? oneLine(item) : '';
    if (line.length < lengths.least || line.length > lengths.most) {
      wrong += 1;
      return;
    }
    const why = danger(item as string);
    if (why !== undefined) problems.push(`rules.${at} ${why}, and is left out`);
    else if (kept.size < maxRules) kept.add(withoutSecrets(line, { at, now, problems }));
  });
  if (wrong > 0) {
    const bounds = `${lengths.least} to ${lengths.most}`;
    problems.push(`rules holds ${wrong} items that are not strings of ${bounds} characters`);
  }
  if (items.length > maxRules) problems.push(`rules holds more than ${maxRules} items`);
  return { rules: [...kept], problems };
}

/** Returns a text as one line, without invisible characters. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}

function danger(text: string): string | undefined {
  if (instructsModel(oneLine(text)))
    return 'tells a language model to drop its instructions or role';
  return hidesText(text, false) ? 'hides text from its readers' : undefined;
}

function withoutSecrets(
  line: string,
  { at, now, problems }: { at: number; now: Date; problems: string[] },
): string {
  const { text, masked } = maskSecrets(line, now);
  if (masked > 0) problems.push(`rules.${at} holds a credential, which is masked`);
  return text;
}
