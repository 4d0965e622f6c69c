import { describe, expect, test } from 'vitest';
import { withoutPasted } from './pasted.ts';

const asked = 'How do I oil the blade between two cuts?';

describe('a question without what is pasted', () => {
  test.each([
    ['a fence', `${asked}\n\n\`\`\`ts\nconst saw = open(3);\n\nsaw.cut();\n\`\`\``],
    ['code', `function cut() {\n  return saw.open(3);\n}\n\n${asked}`],
    ['settings and their lead-in', `${asked}\n\nMy setup:\n\nsaw:\n  blade: steel\n  depth: 3`],
    ['a session', `${asked}\n\n$ saw --list\nblade  depth\nsteel  3`],
    ['a log', `2026-01-02 10:11:12 INFO saw is warm\n2026-01-02 10:11:13 INFO 3 cuts\n\n${asked}`],
    ['a table', `id | blade\n---+------\n 1 | steel\n\n${asked}`],
  ])('lacks %s', (_, question) => {
    expect(withoutPasted(question)).toBe(asked);
  });

  test('keeps the message of a failure, without the time and the place in a file', () => {
    const failures = [
      ['10:11:12.345 [main] ERROR saw is stuck in wood', 'saw is stuck in wood'],
      ["saw.ts:7:3: error: cannot find 'blade'", "cannot find 'blade'"],
      ['BladeError: no blade is mounted', 'BladeError: no blade is mounted'],
    ];
    for (const [line, message] of failures) {
      const log = `10:11:12.001 [main] INFO saw starts\n${line}\n    at cut (saw.js:3:1)`;
      expect(withoutPasted(`${asked}\n\n${log}`)).toBe(`${asked}\n${message}`);
    }
  });

  test('has at most two messages', () => {
    const log = ['first', 'second', 'third']
      .map((which) => `[saw] failed: ${which} cut`)
      .join('\n');
    expect(withoutPasted(`${asked}\n\n${log}`)).toMatch(/first cut.*second cut$/s);
  });

  test.each([
    ['one line', 'saw.cut(3); does nothing, why?'],
    ['little else', 'Why does this happen?\n\n```\nsaw.cut(3);\n```'],
    ['paragraphs', `Hi\nmy saw is stuck\nthx\n\n${asked}`],
    ['a list', `Two things are odd:\n- cuts are slow\n- oil drips\n\n${asked}`],
  ])('is the question itself if it has %s', (_, question) => {
    expect(withoutPasted(question)).toBe(question);
  });
});
