import type { Library } from '../../../resources/library.ts';
import { plainText } from '../../../resources/plain-text.ts';
import { counted, fitted } from '../../commands/output.ts';
import { progressBar, progressLine } from '../../commands/progress-line.ts';
import type { Registry } from '../../../store/registry.ts';

/** Where the display writes. `columns` changes with the window, and is 0 if its width is unknown. */
type Terminal = { write(text: string): void } & Pick<typeof process.stdout, 'isTTY' | 'columns'>;

/** Milliseconds between two lines about the same phase, without a terminal. */
const plainIntervalMs = 5_000;
const frameIntervalMs = 150;

/**
 * Shows the progress of each run: bars on a terminal; elsewhere a line for each change of phase and every few seconds. The
 * end of a run always gets its own line.
 */
export class ProgressDisplay {
  private readonly running = new Map<string, Library>();
  private readonly said = new Map<string, { phase: string; at: number }>();
  private readonly ended = new Set<string>();
  private drawn = 0;
  private drawnAt = 0;
  private readonly terminal: Terminal;

  constructor(terminal: Terminal) {
    this.terminal = terminal;
  }

  show(library: Library, now = Date.now()): void {
    const { run, state } = library.status;
    if (!run) return;
    if (state !== 'processing') {
      this.end(library);
      return;
    }
    this.running.set(library.spec.id, library);
    if (this.terminal.isTTY) {
      if (now - this.drawnAt >= frameIntervalMs) this.draw(now);
      return;
    }
    const last = this.said.get(run.id);
    if (last?.phase === run.phase && now - last.at < plainIntervalMs) return;
    this.said.set(run.id, { phase: run.phase, at: now });
    this.terminal.write(`${progressLine(library.spec.id, run, now)}\n`);
  }

  /** Prints a library that an earlier start indexed. */
  serve({ spec, status }: Library): void {
    if (status.run) this.ended.add(status.run.id);
    const updated = status.lastUpdateDate?.slice(0, 10) ?? '';
    this.print(
      `= ${spec.id}  ${counted(status.totalSnippets ?? 0, 'snippet')} served, indexed ${updated}`,
    );
  }

  /** Prints text above the bars. Much of it comes from sources. */
  print(line: string): void {
    this.erase();
    this.terminal.write(`${plainText(line)}\n`);
    if (this.terminal.isTTY) this.draw(Date.now());
  }

  private end(library: Library): void {
    const run = library.status.run!;
    this.running.delete(library.spec.id);
    this.said.delete(run.id);
    if (this.ended.has(run.id)) return;
    this.ended.add(run.id);
    if (run.finishedAt) this.print(endLine(library));
  }

  private draw(now: number): void {
    this.erase();
    this.drawnAt = now;
    // A line that wraps would stay, because only as many lines are erased as are drawn here.
    for (const { spec, status } of this.running.values()) {
      const line = `${progressBar(status.run!)} ${progressLine(spec.id, status.run!, now)}`;
      this.terminal.write(`${fitted(line.trimStart(), this.terminal.columns)}\n`);
      this.drawn += 1;
    }
  }

  private erase(): void {
    if (this.drawn > 0) this.terminal.write(`\u001B[${this.drawn}F\u001B[0J`);
    this.drawn = 0;
  }
}

function endLine({ spec, status }: Library): string {
  const { run } = status;
  const seconds = (Date.parse(run!.finishedAt!) - Date.parse(run!.startedAt)) / 1000;
  if (status.state === 'finalized') {
    const left = run!.skipped > 0 ? `, ${counted(run!.skipped, 'document')} skipped` : '';
    const { embeddedPercent = 100 } = status;
    const isPartly = embeddedPercent < 100;
    const partly = isPartly ? `, searchable by words, embedded ${embeddedPercent} %` : '';
    return `${isPartly ? '~' : '✓'} ${spec.id}  ${counted(status.totalSnippets ?? 0, 'snippet')}, ${counted(status.totalTokens ?? 0, 'token')} in ${seconds.toFixed(1)}s${left}${partly}`;
  }
  const ready = status.conditions?.find(({ type }) => type === 'Ready');
  return `✗ ${spec.id}  ${ready?.message ?? 'failed'}`;
}

interface ShowProgressOptions {
  registry: Pick<Registry, 'watch'>;
  display: ProgressDisplay;
  /** Address of the server, for the commands that are printed. */
  url: string;
}

/** Shows runs, and how to ask a first question when the first library is ready. */
export async function showProgress(
  { registry, display, url }: ShowProgressOptions,
  signal: AbortSignal,
): Promise<void> {
  let isShown = false;
  for await (const { type, object: library } of registry.watch(signal)) {
    if (type === 'deleted') continue;
    if (type === 'added' && library.status.state === 'finalized') display.serve(library);
    else display.show(library);
    if (isShown || !answers(library)) continue;
    isShown = true;
    for (const line of firstSteps(library, url)) display.print(line);
  }
}

/** Returns whether questions find the content of a library, at least by words. */
function answers({ status }: Library): boolean {
  return status.state === 'finalized' || status.run?.phase === 'embedding';
}

function firstSteps({ spec }: Library, url: string): string[] {
  const question = 'How do I get started?';
  const query = `libraryId=${spec.id}&query=${question.replaceAll(' ', '+')}`;
  const option = url === 'http://127.0.0.1:7700' ? '' : ` --url ${url}`;
  return [
    '',
    'Ask a question:',
    `  curl '${url}/api/v2/context?${query}'`,
    `  npx lectern ask ${spec.id} '${question}'${option}`,
    '',
  ];
}
