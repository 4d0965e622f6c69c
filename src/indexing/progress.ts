import type { LibraryRun } from '../resources/library.ts';
import { plainLine } from '../resources/plain-text.ts';

/** The part of a run's record that the run writes. */
export type Progress = Pick<
  LibraryRun,
  | 'phase'
  | 'version'
  | 'total'
  | 'fetched'
  | 'documents'
  | 'snippets'
  | 'embedded'
  | 'embeddedPercent'
  | 'skipped'
  | 'warnings'
>;

const warningsKept = 10;

/** Counts the progress of one run over all its versions. Reports at most every `intervalMs`, and once at the end. */
export class ProgressMeter {
  readonly current: Progress = {
    phase: 'fetching',
    fetched: 0,
    documents: 0,
    snippets: 0,
    embedded: 0,
    skipped: 0,
  };
  private reportedAt = 0;
  private readonly report: (progress: Progress) => void;
  private readonly intervalMs: number;

  constructor(report: (progress: Progress) => void, intervalMs = 200) {
    this.report = report;
    this.intervalMs = intervalMs;
  }

  count(what: 'fetched' | 'documents' | 'snippets' | 'embedded', by = 1): void {
    this.current[what] += by;
    this.tick();
  }

  /** Counts skipped documents, and keeps the first reasons. */
  skip(path: string, reason: string, documents = 1): void {
    this.current.skipped += documents;
    const warnings = (this.current.warnings ??= []);
    const warning = plainLine(`${path}: ${reason}`);
    // Each version of a library can have the same one.
    const isNew = warnings.length < warningsKept && !warnings.includes(warning);
    if (isNew) warnings.push(warning);
    this.tick();
  }

  /** As `set`, but leaves out reports that follow each other too fast. */
  update(fields: Partial<Progress>): void {
    Object.assign(this.current, fields);
    this.tick();
  }

  set(fields: Partial<Progress>): void {
    Object.assign(this.current, fields);
    this.flush();
  }

  flush(): void {
    this.reportedAt = Date.now();
    this.report(structuredClone(this.current));
  }

  private tick(): void {
    if (Date.now() - this.reportedAt >= this.intervalMs) this.flush();
  }
}
