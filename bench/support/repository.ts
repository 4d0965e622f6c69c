import { execFileSync } from 'node:child_process';
import { pseudoRandom } from '../../src/cli/eval/pseudo-random.ts';

const sectionsOfDocument = 5;
const documentsOfFolder = 100;

const verbs =
  'add append bind build cache check close compare configure connect copy create decode delete deploy detect encode export filter format freeze import inspect install limit list load lock log merge migrate move open order parse patch poll publish read refresh register reject release rename render replace reset resolve restore retry rotate route run sample scan schedule send serve sign sort split start stop store stream sync test trace trim update validate verify watch wrap write'.split(
    ' ',
  );
const nouns =
  'account address agent alarm alias archive asset backup badge batch binding body bucket buffer bundle certificate channel chart client cluster column command commit condition connection consumer container context cookie counter credential cursor dashboard database deadline default delay device digest directory document domain driver element endpoint environment error event exporter field file fixture flag folder form fragment function gateway graph group handler header heartbeat hook host identity image index input instance interval invoice item job journal key label layer lease limit line link list listener locale lock log loop manifest map matrix member message method metric migration mirror mode module monitor name namespace network node notice number object option order origin output owner package page panel parameter parser partition password path pattern payload permission pipeline plan plugin policy pool port prefix process profile project property protocol provider proxy query queue quota range record region registry release renderer replica report request resource response result retry role root route row rule sample schedule schema scope script secret segment sequence series server service session setting shard signal signature size slot snapshot socket source stage state status step storage stream string subject subnet summary switch symbol table tag target task template tenant test thread threshold ticket token topic trace transaction transport tree trigger tunnel type unit update upload user value variable vector version view volume warning watcher webhook widget window worker zone'.split(
    ' ',
  );
const glue =
  'after again also always and any as at before between both but by each for from if in is it its may must never not of on once one only or other that the their then this to under unless until when which while with without you'.split(
    ' ',
  );

/** A page of made documentation. Its text is ASCII. */
export interface MadePage {
  path: string;
  text: string;
}

/** Returns `count` Markdown pages of about 5 kB each, the same ones in every call. */
export function makePages(count: number): MadePage[] {
  const random = pseudoRandom(3);
  return Array.from({ length: count }, (_, number) => ({
    path: `part-${Math.floor(number / documentsOfFolder)}/page-${number}.md`,
    text: documentText(number, random),
  }));
}

/** Creates a bare Git repository of `count` Markdown pages of about 5 kB each, the same ones in every call. */
export function makeRepository(folder: string, count: number): void {
  commitPages(folder, makePages(count));
}

/** Creates a bare Git repository with these pages in one commit. */
export function commitPages(folder: string, pages: MadePage[]): void {
  const lines = ['commit refs/heads/main', 'committer Bench <bench@example.org> 1700000000 +0000'];
  lines.push('data 9', 'documents');
  // The length is in bytes; the texts are ASCII.
  for (const { path, text } of pages) {
    lines.push(`M 100644 inline ${path}`, `data ${text.length}`, text);
  }
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', folder]);
  execFileSync('git', ['-C', folder, 'fast-import', '--quiet'], { input: lines.join('\n') });
}

/** Returns a typical page of software documentation: an introduction, then sections of prose, a list and an example. */
function documentText(number: number, random: () => number): string {
  const pick = (words: string[]): string => words[Math.floor(random() * words.length)]!;
  const sentence = (): string => {
    const words = Array.from({ length: 8 + Math.floor(random() * 9) }, (_, at) =>
      pick(at % 3 === 0 ? nouns : at % 3 === 1 ? glue : verbs),
    ).join(' ');
    return `${words[0]!.toUpperCase()}${words.slice(1)}.`;
  };
  const paragraph = (sentences: number): string =>
    Array.from({ length: sentences }, sentence).join(' ');
  const name = (): string => {
    const [verb, noun] = [pick(verbs), pick(nouns)];
    return `${verb}${noun[0]!.toUpperCase()}${noun.slice(1)}`;
  };
  const example = (): string =>
    `const ${pick(nouns)} = await ${name()}({\n  ${pick(nouns)}: '${pick(nouns)}-${number}',\n  ${pick(nouns)}: ${Math.floor(random() * 999)},\n});\nif (!${pick(nouns)}.${pick(nouns)}) throw new Error('${sentence()}');\n${pick(nouns)}.on('${pick(nouns)}', (${pick(nouns)}) => ${name()}(${pick(nouns)}));`;
  const section = (): string =>
    `## ${sentence().slice(0, -1)}\n\n${paragraph(4)}\n\n- \`${name()}\`: ${sentence()}\n- \`${name()}\`: ${sentence()}\n\n\`\`\`js\n${example()}\n\`\`\`\n\n${paragraph(2)}\n`;
  return `# ${name()} of page ${number}\n\n${paragraph(2)}\n\n${Array.from({ length: sectionsOfDocument }, section).join('\n')}`;
}
