import { LecternError } from '../base/errors.ts';
import { BodyReader, type BodyEvent } from './body-reader.ts';
import { LibraryDraft, type RejectedLibrary, type StagedLibrary } from './staged-library.ts';

/** The libraries of an import body, or of a file of a bundle. */
export interface StagedBody {
  libraries: StagedLibrary[];
  rejected: RejectedLibrary[];
  /** The field `force` of the body. Absent if the body does not have it. */
  force?: boolean;
  /** Why the rest of the body could not be read. The lists contain the libraries before the error. */
  broken?: LecternError;
}

/** Bounds of an import, and who holds its temporary files. */
export interface StageOptions {
  /** Folder for the files of the drafts. */
  workDir: string;
  /** Maximum libraries of one import, with those that are rejected: each takes files and memory until the import ends. */
  maxLibraries: number;
  /** Receives every new draft of the import. The caller disposes of them. */
  drafts: LibraryDraft[];
  signal: AbortSignal;
}

/** Streams a body into drafts of libraries. `name` identifies libraries without an id in messages. */
export async function stageBody(
  body: AsyncIterable<Uint8Array>,
  name: string,
  options: StageOptions,
): Promise<StagedBody> {
  const stage = new Stage(name, options);
  const reader = new BodyReader();
  try {
    for await (const piece of body) {
      options.signal.throwIfAborted();
      for (const event of reader.read(piece)) await stage.take(event);
    }
    for (const event of reader.end()) await stage.take(event);
    await stage.end();
  } catch (error) {
    if (!(error instanceof LecternError)) throw error;
    stage.result.broken = error;
  }
  return stage.result;
}

class Stage {
  readonly result: StagedBody = { libraries: [], rejected: [] };
  private readonly name: string;
  private readonly options: StageOptions;
  private current: LibraryDraft | undefined;
  private count = 0;
  private isList = false;

  constructor(name: string, options: StageOptions) {
    this.name = name;
    this.options = options;
  }

  async take(event: BodyEvent): Promise<void> {
    if (event.type === 'libraries') this.isList = true;
    else if (event.type === 'begin') this.begin();
    else if (event.type === 'end') await this.finish(event);
    else if (event.type === 'field' && event.of === 'body' && event.name === 'force') {
      this.result.force = booleanOf(event.value);
    } else if (event.of === 'library' || !this.isList) await this.fill(event);
  }

  /** Finishes the single library of a body without a list of libraries. */
  async end(): Promise<void> {
    if (this.isList) return;
    if (!this.current) this.begin();
    await this.finish({ type: 'end' });
  }

  private begin(): LibraryDraft {
    const { workDir, maxLibraries, drafts } = this.options;
    this.count += 1;
    if (drafts.length >= maxLibraries) {
      const message = `An import may have at most ${maxLibraries} libraries; send the others in another import.`;
      throw new LecternError('validation_error', message);
    }
    this.current = new LibraryDraft(workDir);
    drafts.push(this.current);
    return this.current;
  }

  private async fill(event: Extract<BodyEvent, { of: unknown }>): Promise<void> {
    const draft = this.current ?? this.begin();
    if (event.type === 'beginVersion') draft.beginVersion();
    else if (event.type === 'endVersion') {
      if ('value' in event) draft.refuseVersion('must be an object');
      await draft.endVersion();
    } else if (event.type === 'snippet') draft.snippet(event.kind, event.value);
    else if (event.inVersion) draft.versionField(event.name, event.value);
    else draft.field(event.name, event.value);
    await draft.ready();
  }

  private async finish(event: Extract<BodyEvent, { type: 'end' }>): Promise<void> {
    const draft = this.current;
    this.current = undefined;
    if ('value' in event) draft?.refuse('it must be an object');
    const ended = await draft?.end(this.isList ? `${this.name}[${this.count - 1}]` : this.name);
    if (!ended) return;
    if ('reason' in ended) this.result.rejected.push(ended);
    else this.result.libraries.push(ended);
  }
}

function booleanOf(force: unknown): boolean {
  if (typeof force === 'boolean') return force;
  throw new LecternError('validation_error', 'Field "force" must be true or false.');
}
