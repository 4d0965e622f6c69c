import { describe, expect, test } from 'vitest';
import { withoutSmallTalk } from './small-talk.ts';

/** Takes sentences that begin with "Hi" or "Thanks" for small talk. */
const areSmallTalk = async (sentences: string[]): Promise<boolean[]> =>
  sentences.map((sentence) => /^(?:Hi|Thanks)/.test(sentence));

describe('a question without small talk', () => {
  test.each([
    ['greetings and thanks', 'Hi all! How do I set a saw.js? Thanks.', 'How do I set a saw.js?'],
    ['lines', 'Hi\nthe blade is stuck\nThanks', 'the blade is stuck'],
    [
      'several sentences',
      'It is stuck. Hi! It is 2.5 mm thick.',
      'It is stuck. It is 2.5 mm thick.',
    ],
  ])('lacks its %s', async (_, question, rest) => {
    expect(await withoutSmallTalk(question, areSmallTalk)).toBe(rest);
  });

  test.each([
    ['one sentence', 'Hi, how do I set a saw'],
    ['nothing else', 'Hi! Thanks.'],
    ['nothing to leave out', 'It is\nstuck.  Why?'],
  ])('is the question itself if it has %s', async (_, question) => {
    expect(await withoutSmallTalk(question, areSmallTalk)).toBe(question);
  });

  test('keeps the lines of a log, and looks at eight sentences at most', async () => {
    const log = Array.from({ length: 100 }, (_, at) => `Hi from line ${at}`);
    const looked: string[] = [];
    const question = await withoutSmallTalk(['Hi.', ...log, 'Thanks!'].join('\n'), (sentences) => {
      looked.push(...sentences);
      return areSmallTalk(sentences);
    });
    expect(looked).toHaveLength(8);
    expect(question.split('Hi from line')).toHaveLength(100 - 6 + 1);
  });
});
