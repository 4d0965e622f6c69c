import Database from 'better-sqlite3';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptySnippet } from '../../test/support/fake-stores.ts';
import { lexicalFields, lexicalQuery } from './terms.ts';

/** Indexes each text as the body of a snippet and answers which of them the question finds. */
function index(...contents: string[]): (question: string) => number[] {
  const db = new Database(':memory:');
  db.exec(
    `create virtual table fts using fts5(title, trail, code, body, tokenize='porter unicode61 remove_diacritics 2')`,
  );
  for (const content of contents) {
    const { title, trail, code, body } = lexicalFields(emptySnippet({ content }));
    db.prepare('insert into fts values (?, ?, ?, ?)').run(title, trail, code, body);
  }
  const find = db.prepare<[string], { rowid: number }>(
    'select rowid from fts where fts match ? order by rowid',
  );
  return (question) => find.all(lexicalQuery(question)).map((row) => row.rowid);
}

describe('identifiers', () => {
  test.each([
    ['useEffectEvent', ['useEffectEvent', 'effect event', 'useeffectevent']],
    ['max_old_space', ['max_old_space', 'old space', 'maxOldSpace', 'max-old-space']],
    ['--dry-run', ['--dry-run', 'dry run', 'dryRun', 'dryrun']],
    ['fs.promises.readFile', ['fs.promises.readFile', 'readFile', 'read a file', 'promises']],
    ['src/store/sqlite.ts', ['sqlite.ts', 'src/store/sqlite.ts', 'store']],
    ['Next.js', ['nextjs', 'next.js', 'next js', 'NEXT']],
    ['HTTPServer', ['http server', 'HTTPServer', 'httpserver']],
    ['std::vector', ['std::vector', 'vector']],
    ['@tanstack/react-query', ['@tanstack/react-query', 'react query', 'tanstack']],
    ['C# and C++', ['c#', 'c++', 'csharp', 'cpp']],
    ['café naïve', ['cafe', 'naive', 'CAFÉ']],
  ])('%s is found as a whole and in parts', (content, questions) => {
    const find = index(content, 'something else entirely');
    expect(questions.map((question) => find(question))).toEqual(questions.map(() => [1]));
  });

  test('a longer identifier is not found by a fragment inside one of its words', () => {
    expect(index('useEffectEvent')('ffec')).toEqual([]);
  });
});

describe('unspaced scripts', () => {
  test.each([
    ['日本語のドキュメント', '日本語'],
    ['日本語のドキュメント', '語'],
    ['安装和配置指南', '如何配置'],
    ['설치 방법을 설명합니다', '설치'],
    ['การติดตั้งโปรแกรม', 'ติดตั้ง'],
    ['React入門', 'react'],
    ['React入門', '入門'],
  ])('%s is found by %s', (content, question) => {
    expect(index(content, 'plain english')(question)).toEqual([1]);
  });
});

describe('lexicalQuery', () => {
  test('omits stop words', () => {
    expect(lexicalQuery('How do I mount a router?')).toBe('"mount" OR "router"');
  });

  test.each(['difference between oil and wax', 'oil vs wax', 'oil vs. wax', 'oil versus wax'])(
    'looks for the two subjects of "%s" only',
    (question) => {
      const find = index('differences of oil', 'wax', 'the difference vs versus');
      expect(find(question)).toEqual([1, 2]);
    },
  );

  test('looks for a difference and for a VS Code that a question is about', () => {
    const find = index('the difference', 'vs code');
    expect(find('difference of two dates')).toEqual([1]);
    expect(find('extension of VS code')).toEqual([2]);
    expect(find('what is the difference between')).toEqual([1]);
  });

  test('keeps stop words if no other words remain', () => {
    expect(lexicalQuery('how to do it')).toBe('"how" OR "to" OR "do" OR "it"');
  });

  test('is empty for a question without letters or digits', () => {
    expect(lexicalQuery(' ?!* "() \u0000\u001f ')).toBe('');
  });

  test('contains each term once, ignoring case', () => {
    expect(lexicalQuery('Route route ROUTE')).toBe('"route"');
  });

  test('holds at most 32 terms', () => {
    const words = Array.from({ length: 200 }, (_, n) => `word${n}`).join(' ');
    expect(lexicalQuery(words).split(' OR ')).toHaveLength(32);
  });

  test('treats FTS5 syntax in a question as words', () => {
    const find = index('title columns near rows', 'unrelated');
    const questions = [
      'title:rows',
      'rows NEAR(columns)',
      '"rows',
      'rows*',
      '{title}: rows ^rows',
      'NOT rows',
      '-rows',
    ];
    expect(questions.map((question) => find(question))).toEqual(questions.map(() => [1]));
  });

  test('is always an expression that FTS5 accepts', () => {
    const find = index('anything');
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string()), (question) => {
        const expression = lexicalQuery(question);
        expect(expression === '' || Array.isArray(find(question))).toBe(true);
        expect(expression.length).toBeLessThan(5_000);
      }),
    );
  });

  test('finds every text by each of its words', () => {
    const word = fc.stringMatching(/^[a-zA-Z]{2,12}(?:[-_.][a-zA-Z]{2,8})?$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), fc.nat(), (words, pick) => {
        const find = index(words.join(' '));
        expect(find(words[pick % words.length] ?? '')).toEqual([1]);
      }),
      { numRuns: 50 },
    );
  });
});
