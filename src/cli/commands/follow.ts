import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../client/client.ts';
import { CommandError, exitCodes } from '../client/command-error.ts';
import { despiteOutage } from './despite-outage.ts';
import { fetchLibrary, isBusy, notIndexed, type LibraryView } from './library-view.ts';
import { counted, printLine, printNote, redraw } from './output.ts';
import { progressBar, progressLine } from './progress-line.ts';

const pollMs = 500;
const plainIntervalMs = 5_000;

const searchable =
  'searchable by words now; if you stop this command, the server continues to embed';

/**
 * Shows the progress of a run until it ends, and what is served then: on stderr for `json`, because stdout has one JSON value.
 * Throws CommandError if the run fails or is canceled.
 */
export async function followRun(
  client: Client,
  id: string,
  { json }: { json?: boolean } = {},
): Promise<LibraryView> {
  const printer = new RunPrinter();
  let library = await fetchLibrary(client, id);
  let isAnnounced = false;
  while (isBusy(library)) {
    if (library.run?.phase === 'embedding' && !isAnnounced) {
      isAnnounced = true;
      redraw();
      printNote(`${id}  ${searchable}`);
    }
    printer.show(library);
    await sleep(pollMs);
    library = await despiteOutage(() => fetchLibrary(client, id));
  }
  redraw();
  const { phase } = library.run ?? {};
  if (library.state === 'error' || phase === 'failed' || phase === 'cancelled') {
    throw new CommandError(exitCodes.failed, `${id}: ${library.message}`);
  }
  (json ? printNote : printLine)(servedLine(library));
  const missing = notIndexed(library);
  if (missing) printNote(`${id}  ${missing}`);
  return library;
}

function servedLine({ id, totalSnippets, totalTokens, embeddedPercent }: LibraryView): string {
  const partly =
    embeddedPercent < 100 ? `, searchable by words, embedded ${embeddedPercent} %` : '';
  return `${id}  ${counted(totalSnippets, 'snippet')}, ${counted(totalTokens, 'token')}${partly}`;
}

/** Redraws one line on a terminal; prints a line every few seconds elsewhere. Writes to stderr, because stdout is the result. */
class RunPrinter {
  private last = { phase: '', at: 0 };

  show({ id, run: last, message, queued }: LibraryView): void {
    const now = Date.now();
    const run = queued ? undefined : last;
    const text = run
      ? `${progressBar(run)} ${progressLine(id, run, now)}`.trim()
      : `${id}  ${message}`;
    const phase = run?.phase ?? 'queued';
    if (process.stderr.isTTY) {
      redraw(text);
    } else if (phase !== this.last.phase || now - this.last.at >= plainIntervalMs) {
      this.last = { phase, at: now };
      printNote(text);
    }
  }
}
