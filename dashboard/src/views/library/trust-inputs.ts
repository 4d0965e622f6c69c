import type { LibraryStatus } from '../../api/paths.gen.ts';
import { ago, count, counted } from '../../shared/format.ts';

/** An input of the trust score in words, and whether it raises the score (docs/reference/scores.md). */
export interface TrustInput {
  text: string;
  counts: 'for' | 'against' | 'neither';
}

const yearMs = 31_536_000_000;

/** Returns the known inputs of a source's score, the most important first. `now` is in milliseconds since 1970. Pure. */
export function trustInputs(trust: NonNullable<LibraryStatus['trust']>, now: number): TrustInput[] {
  return [...hostInputs(trust), ...ageInputs(trust, now), ...siteInputs(trust)];
}

type Trust = NonNullable<LibraryStatus['trust']>;

function hostInputs({ stars, verified, owner, license, fork, archived }: Trust): TrustInput[] {
  const inputs: (TrustInput | undefined)[] = [
    stars === undefined
      ? undefined
      : { text: counted(stars, 'star'), counts: stars > 0 ? 'for' : 'neither' },
    verified ? { text: 'The host verified the organization', counts: 'for' } : undefined,
    owner === 'organization' ? { text: 'An organization owns it', counts: 'for' } : undefined,
    owner === 'user' ? { text: 'A person owns it', counts: 'neither' } : undefined,
    license === undefined ? undefined : { text: `License ${license}`, counts: 'for' },
    license === undefined && stars !== undefined
      ? { text: 'The host shows no license', counts: 'against' }
      : undefined,
    fork ? { text: 'It is a copy of another repository', counts: 'against' } : undefined,
    archived ? { text: 'Its owner has archived it', counts: 'against' } : undefined,
  ];
  return inputs.filter((input) => input !== undefined);
}

function ageInputs({ createdAt, activeAt, archived }: Trust, now: number): TrustInput[] {
  const inputs: TrustInput[] = [];
  if (createdAt !== undefined) {
    const age = now - Date.parse(createdAt);
    const counts = age > yearMs ? 'for' : age < yearMs / 4 ? 'against' : 'neither';
    inputs.push({ text: `Made ${ago(Date.parse(createdAt), now)}`, counts });
  }
  if (activeAt !== undefined && !archived) {
    const since = now - Date.parse(activeAt);
    const counts = since < yearMs ? 'for' : since > 3 * yearMs ? 'against' : 'neither';
    inputs.push({ text: `Changed ${ago(Date.parse(activeAt), now)}`, counts });
  }
  return inputs;
}

function siteInputs({ tls, domain, pages }: Trust): TrustInput[] {
  const inputs: TrustInput[] = [];
  if (tls !== undefined) {
    inputs.push({
      text: tls ? 'Read over https' : 'Not read over https',
      counts: tls ? 'for' : 'against',
    });
  }
  if (domain === 'own') inputs.push({ text: 'A domain of its own', counts: 'for' });
  if (domain === 'shared') inputs.push({ text: 'Below a domain of everybody', counts: 'neither' });
  if (domain === 'address') inputs.push({ text: 'An address without a name', counts: 'against' });
  if (pages !== undefined) {
    const counts = pages >= 10 ? 'for' : pages <= 1 ? 'against' : 'neither';
    inputs.push({ text: `${count(pages)} ${pages === 1 ? 'page' : 'pages'} served`, counts });
  }
  return inputs;
}
