import type { Library } from '../../../resources/library.ts';
import type { Registry } from '../../../store/registry.ts';
import type { ProgressDisplay } from './progress-display.ts';

export interface ShowProgressOptions {
  registry: Pick<Registry, 'watch'>;
  display: ProgressDisplay;
  /** Where the server listens, for the commands that are printed. */
  url: string;
}

/** Shows runs as they go on, and how to ask a first question once there is something to answer from. */
export async function showProgress(
  { registry, display, url }: ShowProgressOptions,
  signal: AbortSignal,
): Promise<void> {
  let told = false;
  for await (const { type, object: library } of registry.watch(signal)) {
    if (type === 'deleted') continue;
    if (type === 'added' && library.status.state === 'finalized') display.serve(library);
    else display.show(library);
    if (told || library.status.state !== 'finalized') continue;
    told = true;
    for (const line of firstSteps(library, url)) display.print(line);
  }
}

function firstSteps({ spec }: Library, url: string): string[] {
  const question = 'How do I get started?';
  const query = `libraryId=${spec.id}&query=${question.replaceAll(' ', '+')}`;
  const option = url === 'http://127.0.0.1:7700' ? '' : ` --url ${url}`;
  return [
    '',
    'Ask it something:',
    `  curl '${url}/api/v2/context?${query}'`,
    `  npx lectern ask ${spec.id} '${question}'${option}`,
    '',
  ];
}
