import { array, assert, double, property, record, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { snippet } from '../../test/support/fake-stores.ts';
import type { Hit } from '../store/snippet-index.ts';
import type { IndexedSnippet } from '../store/snippet.ts';
import { encodeTokens, tokenDimensions } from '../models/token-codes.ts';
import { orderHits } from './order.ts';
import { createWordReader } from './question-words.ts';

type Lists = Partial<Record<'lexical' | 'dense', Hit[]>> & { waiting?: Set<string> };

/** Orders hits over snippets with these contents, by id; other hits have a text that says nothing. */
function ids(question: string, lists: Lists, contents: Record<string, string> = {}): string[] {
  return order(question, lists, contents).map(({ id }) => id);
}

function order(question: string, lists: Lists, contents = {}): Hit[] {
  return orderHits(createWordReader(question), hitsOf(lists, contents));
}

function hitsOf({ lexical = [], dense = [], ...rest }: Lists, contents = {}) {
  const texts: Record<string, string> = contents;
  const snippets = new Map<string, IndexedSnippet>(
    [...lexical, ...dense].map(({ id }) => {
      const content = texts[id] ?? 'Nothing.';
      return [id, snippet(id, { kind: 'info', title: 'T', codeList: [], content })];
    }),
  );
  return { lexical, dense, ...rest, snippets };
}

describe('orderHits', () => {
  test('what both lists rank high comes first', () => {
    const lexical = [hit('a', 9), hit('b', 8), hit('c', 1)];
    const dense = [hit('b', 0.8), hit('d', 0.7), hit('a', 0.1)];
    expect(ids('x', { lexical, dense })[0]).toBe('b');
  });

  test('another page comes before the last of many snippets of a page that are hardly better', () => {
    const dense = Array.from({ length: 10 }, (_, at) => hit(`a${at}`, 0.5 - at / 1000));
    const lists = hitsOf({ dense: [...dense, hit('b', 0.489)] });
    const onPages = new Map([...lists.snippets].map(([id, one]) => [id, { ...one, path: id[0]! }]));
    const ordered = orderHits(createWordReader('x'), { ...lists, snippets: onPages });
    const found = ordered.map(({ id }) => id);
    expect(found.filter((id) => id !== 'b')).toEqual(dense.map(({ id }) => id));
    expect(found.indexOf('b')).toBeLessThan(9);
  });

  test('a snippet of a later page goes behind nearer ones, unless it is clearly the first by words', () => {
    const dense = ['a', 'b', 'c', 'd'].map((id, at) => hit(id, 0.5 - at / 100));
    const order = (lexical: Hit[]): string => {
      const hits = hitsOf({ dense, lexical });
      const snippets = new Map([...hits.snippets].map(([id, one]) => [id, { ...one, path: id }]));
      const isLater = ({ path }: { path: string }): boolean => path === 'a';
      const ordered = orderHits(createWordReader('x'), { ...hits, snippets }, { isLater });
      return ordered.map(({ id }) => id).join('');
    };

    expect(ids('x', { dense })[0]).toBe('a');
    expect(order([])[0]).toBe('b');
    expect(order([hit('a', 9), hit('b', 3)]).indexOf('a')).toBeLessThan(3);
  });

  test('a snippet with the option that the question names goes before its neighbors', () => {
    const dense = ['a', 'b', 'c'].map((id) => hit(id, 0.5));
    const contents = { a: 'Sets the path.', b: 'Use --log-file to set the path.', c: 'The path.' };
    expect(ids('what does --log-file set', { dense }, contents)[0]).toBe('b');
  });

  test('a snippet with the option of one letter that the question names goes before those with another one', () => {
    const dense = ['a', 'b', 'c', 'd'].map((id) => hit(id, 0.5));
    const contents = { a: 'Use -r.', b: 'Use --R or x-R.', c: 'Use [-R depth].', d: 'Use -Rv.' };
    expect(ids('what does saw -R do?', { dense }, contents)[0]).toBe('c');
    expect(ids('saw -r', { dense }, contents)[0]).toBe('a');
  });

  test.each(['sawMotorSpeed', 'saw_motor_speed', 'saw-motor-speed', 'saw motor speeds'])(
    'a snippet with a compound of the question, written as %s, goes before a nearer one with its parts',
    (written) => {
      const dense = [hit('a', 0.53), hit('b', 0.5), hit('c', 0.4)];
      const contents = { a: 'A speed, a motor, a saw.', b: `The ${written}.` };
      expect(ids('saw_motor_speed', { dense }, contents)[0]).toBe('b');
    },
  );

  test('a snippet with the words of the question side by side goes before one that scatters them', () => {
    const dense = ['a', 'b'].map((id) => hit(id, 0.5));
    const contents = {
      a: 'A broker may lose a connection. The heartbeat of the worker has an interval.',
      b: 'The broker connection has a heartbeat interval.',
    };
    expect(ids('broker connection heartbeat interval', { dense }, contents)[0]).toBe('b');
  });

  test('a snippet with code goes first if the question asks for an example', () => {
    const dense = ['a', 'b'].map((id) => hit(id, 0.5));
    const code = snippet('b', {
      kind: 'code',
      title: 'T',
      codeList: [{ language: 'js', code: 'x()' }],
    });
    const prose = snippet('a', { kind: 'info', title: 'T', codeList: [], content: 'Prose.' });
    const hits = {
      lexical: [],
      dense,
      snippets: new Map([
        ['a', prose],
        ['b', code],
      ]),
    };
    expect(orderHits(createWordReader('an example of y'), hits)[0]!.id).toBe('b');
    expect(orderHits(createWordReader('why is y'), hits)[0]!.id).toBe('a');
  });

  test('a snippet that is clearly the first by words is among the first three', () => {
    const dense = Array.from({ length: 50 }, (_, at) => hit(`d${at}`, 0.9 - at / 1_000));
    const lexical = [hit('quoted', 30), ...dense.slice(0, 20).map(({ id }) => hit(id, 10))];
    const contents = Object.fromEntries(dense.map(({ id }) => [id, 'all the asked words here']));
    const found = ids('all the asked words here', { lexical, dense }, contents);
    expect(found.indexOf('quoted')).toBe(2);
    expect(found).toHaveLength(51);
  });

  test('a snippet with a term that the question describes goes before its neighbors', () => {
    const dense = ['a', 'b', 'c'].map((id) => hit(id, 0.5));
    const contents = { a: 'Sets the speed.', b: 'Sets the throttling.', c: 'Sets the oil.' };
    const terms = [{ text: 'throttl', weight: 0.4 }];
    const [first] = orderHits(createWordReader('x'), hitsOf({ dense }, contents), { terms });
    expect(first?.id).toBe('b');
  });

  describe('with the tokens of the question', () => {
    const one = Float32Array.from({ length: tokenDimensions }, () => 1 / 8);
    const other = one.map((number, at) => (at % 2 === 0 ? number : -number));
    const asked = Float32Array.from([...one, ...other]);
    const both = encodeTokens(asked);
    const half = encodeTokens(one);
    const dense = ['a', 'b', 'c'].map((id, at) => hit(id, 0.5 - at / 100));
    const ordered = (codes: Record<string, Uint8Array>): string[] =>
      orderHits(
        createWordReader('x'),
        { ...hitsOf({ dense }), tokenCodes: new Map(Object.entries(codes)) },
        { tokens: asked },
      ).map(({ id }) => id);

    test('a snippet that is near to all of them goes before one that is near to half of them', () => {
      expect(ordered({ a: half, b: half, c: both })[0]).toBe('c');
      expect(ordered({ a: both, b: half, c: half })[0]).toBe('a');
    });

    test('a snippet whose codes are missing is neither near nor far', () => {
      expect(ordered({ a: half, c: both })).toEqual(['c', 'b', 'a']);
    });

    test('nothing changes if the snippets have no codes', () => {
      expect(ordered({})).toEqual(['a', 'b', 'c']);
      expect(ordered({ c: both })).toEqual(['a', 'b', 'c']);
    });
  });

  describe('while snippets wait for their vectors', () => {
    const said = 'restart the broker after a lost connection';
    const best = {
      best: 'Restart the broker after a lost connection.',
      near: 'A broker restarts.',
    };
    /** The library's embedded snippets: nearest to the question, but about something else. */
    const dense = Array.from({ length: 50 }, (_, at) => hit(`d${at}`, 0.6 - at / 200));

    test('the best hit by words goes before hits that only have a vector', () => {
      const lexical = [
        hit('best', 9),
        hit('near', 8),
        ...dense.slice(0, 8).map((one) => hit(one.id, 2)),
      ];
      const waiting = new Set(['best', 'near']);
      expect(ids(said, { lexical, dense, waiting }, best).slice(0, 2)).toEqual(['best', 'near']);
    });

    test('a hit that is near by its vector stays before a hit of fewer words that waits', () => {
      const lexical = [hit('d0', 9), hit('near', 3)];
      const contents = { d0: best.best, near: best.near };
      expect(ids(said, { lexical, dense, waiting: new Set(['near']) }, contents)[0]).toBe('d0');
    });
  });

  test('the scale of the lexical list does not matter', () => {
    const dense = [hit('b', 0.8), hit('d', 0.7), hit('a', 0.1)];
    const small = order('x', { lexical: [hit('a', 3), hit('b', 2), hit('c', 1)], dense });
    const large = order('x', { lexical: [hit('a', 300), hit('b', 200), hit('c', 100)], dense });
    expect(large).toEqual(small);
  });

  test('equal texts keep the order of the only list', () => {
    const list = [hit('a', 3), hit('b', 2), hit('c', 1)];
    expect(ids('x', { lexical: list })).toEqual(['a', 'b', 'c']);
    expect(ids('x', { dense: list })).toEqual(['a', 'b', 'c']);
    expect(ids('x', {})).toEqual([]);
  });

  test('every hit appears once, best first, whatever the scores', () => {
    const hits = array(
      record({ id: string({ maxLength: 2 }), score: double({ noNaN: true, min: -1e6, max: 1e6 }) }),
    );
    assert(
      property(hits, hits, string(), (lexical, dense, question) => {
        const found = order(question, { lexical, dense });
        const all = new Set([...lexical, ...dense].map(({ id }) => id));
        expect(new Set(found.map(({ id }) => id))).toEqual(all);
        expect(found).toHaveLength(all.size);
        expect(found.every(({ score }, at) => score <= (found[at - 1]?.score ?? Infinity))).toBe(
          true,
        );
      }),
    );
  });
});

function hit(id: string, score: number): Hit {
  return { id, score };
}
