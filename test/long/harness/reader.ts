import { documents, editionsIn, questionOf, type EditedRepositories } from './repositories.ts';

/** One in this many requests lists all snippets of a library. */
const listEvery = 5;

interface Answer {
  status: number;
  text: string;
}

/** The requests that a reader sends to the server under test. */
export interface Asking {
  ask(libraryId: string, question: string, key?: string): Promise<Answer>;
  /** Requests up to a hundred snippets of a library. */
  listSnippets(libraryId: string, key?: string): Promise<Answer>;
}

/** Asks questions without a pause. Records every answer that is a fault for users. */
export class Reader {
  /** Number of answers by status. `unreachable` counts requests without an answer. */
  readonly statuses = new Map<string, number>();
  readonly complaints: string[] = [];
  /** Newest edition that an answer contained, by repository. */
  private readonly shown = new Map<string, number>();
  private readonly repositories: EditedRepositories;
  private readonly asking: Asking;

  constructor(repositories: EditedRepositories, asking: Asking) {
    this.repositories = repositories;
    this.asking = asking;
  }

  get questions(): number {
    return [...this.statuses.values()].reduce((sum, count) => sum + count, 0);
  }

  /**
   * Asks about one repository after the other until the signal aborts. Without a key, sends the
   * operator token.
   */
  async read(signal: AbortSignal, key?: string): Promise<void> {
    const { names } = this.repositories;
    for (let turn = 0; !signal.aborted; turn += 1) {
      const name = names[turn % names.length]!;
      // An answer must not be older than an answer that was complete before the question.
      const atLeast = this.shown.get(name) ?? 0;
      const id = `/test/${name}`;
      const lists = turn % listEvery === 0;
      const question = lists
        ? this.asking.listSnippets(id, key)
        : this.asking.ask(id, questionOf(name, turn), key);
      const answer = await question.catch(() => undefined);
      this.judge(name, atLeast, answer);
      if (lists && answer?.status === 200) this.judgeList(name, answer.text);
      if (!answer || answer.status !== 200) await new Promise((go) => setTimeout(go, 100));
    }
  }

  private judge(name: string, atLeast: number, answer: Answer | undefined): void {
    const status = String(answer?.status ?? 'unreachable');
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (!answer || answer.status === 503 || answer.status === 504) return;
    if (answer.status !== 200) return this.complain(name, `status ${status}: ${answer.text}`);
    const editions = editionsIn(answer.text);
    if (editions.length !== 1) return this.complain(name, `shows [${editions.join(', ')}]`);
    const [shownName, edition] = editions[0]!.split(' ') as [string, string];
    if (shownName !== name) this.complain(name, `shows ${shownName}`);
    if (Number(edition) < atLeast)
      this.complain(name, `shows edition ${edition} after edition ${atLeast}`);
    if (Number(edition) > this.repositories.editions.get(name)! + 1)
      this.complain(name, `shows edition ${edition}, which was never written`);
    this.shown.set(name, Math.max(Number(edition), this.shown.get(name) ?? 0));
  }

  /**
   * Checks a list. It must be complete or refused, because a partial list would look like a
   * library with lost documents.
   */
  private judgeList(name: string, text: string): void {
    const { total, snippets } = JSON.parse(text) as { total: number; snippets: unknown[] };
    if (total !== documents || snippets.length !== documents)
      this.complain(name, `lists ${snippets.length} of ${total} snippets; it has ${documents}`);
  }

  private complain(name: string, what: string): void {
    this.complaints.push(`${new Date().toISOString()} /test/${name} ${what}`);
  }
}
