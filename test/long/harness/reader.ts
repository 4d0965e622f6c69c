import { ask, listSnippets, type Answer } from '../../cluster/harness/release.ts';
import { documents, editionsIn, questionOf, type EditedRepositories } from './repositories.ts';

/** One in this many questions requests the whole list of a library's snippets. */
const listEvery = 5;

/** Asks questions without a pause and records every answer that a user would complain about. */
export class Reader {
  /** How many answers had each status; `unreachable` for those that never came. */
  readonly statuses = new Map<string, number>();
  readonly complaints: string[] = [];
  /** The newest edition that an answer has shown, by repository. */
  private readonly shown = new Map<string, number>();
  private readonly repositories: EditedRepositories;

  constructor(repositories: EditedRepositories) {
    this.repositories = repositories;
  }

  get questions(): number {
    return [...this.statuses.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Asks until the signal aborts, about one repository after the other; with a key, or with the operator token. */
  async read(signal: AbortSignal, key?: string): Promise<void> {
    const { names } = this.repositories;
    for (let turn = 0; !signal.aborted; turn += 1) {
      const name = names[turn % names.length]!;
      // An answer may not be older than one that was complete before this question was asked.
      const atLeast = this.shown.get(name) ?? 0;
      const id = `/test/${name}`;
      const lists = turn % listEvery === 0;
      const question = lists ? listSnippets(id, key) : ask(id, questionOf(name, turn), key);
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

  /** A list must be complete or refused. A partial list would look like a library that lost documents. */
  private judgeList(name: string, text: string): void {
    const { total, snippets } = JSON.parse(text) as { total: number; snippets: unknown[] };
    if (total !== documents || snippets.length !== documents)
      this.complain(name, `lists ${snippets.length} of ${total} snippets; it has ${documents}`);
  }

  private complain(name: string, what: string): void {
    this.complaints.push(`${new Date().toISOString()} /test/${name} ${what}`);
  }
}
