import { describe, expect, test } from 'vitest';
import { alternately, questionsOf } from './several-questions.ts';

describe('a text with several questions', () => {
  test.each([
    [
      'sentences',
      'How do I oil the saw blade? Also, which wood needs water cooling?',
      ['How do I oil the saw blade?', 'which wood needs water cooling?'],
    ],
    [
      'a short question first',
      'How do I oil saws? Also, which wood needs water cooling?',
      ['How do I oil saws?', 'which wood needs water cooling?'],
    ],
    [
      'one sentence',
      'How do I set the default depth, and how do I lock the saw guard?',
      ['How do I set the default depth', 'how do I lock the saw guard?'],
    ],
    [
      'lines',
      'how do I oil the saw blade\nwhy does the motor overheat quickly',
      ['how do I oil the saw blade', 'why does the motor overheat quickly'],
    ],
    [
      'what belongs to each',
      'My saw stops after an hour. Why does the motor overheat? How do I change a worn blade safely? It is made of steel.',
      [
        'My saw stops after an hour. Why does the motor overheat?',
        'How do I change a worn blade safely? It is made of steel.',
      ],
    ],
    [
      'a word that means something in its own question',
      'How do I oil the saw blade? The guard of my second saw is loose when it starts, how do I fix it?',
      [
        'How do I oil the saw blade?',
        'The guard of my second saw is loose when it starts, how do I fix it?',
      ],
    ],
  ])('is divided into them, with %s', (_, text, questions) => {
    expect(questionsOf(text)).toEqual(questions);
  });

  test.each([
    ['asks one question', 'How do I oil a saw blade and change the belt?'],
    ['begins with a case', 'When I cut wet oak wood, the saw stops. How do I change the belt?'],
    ['tells what happens', 'My saw stops after an hour. How do I restart the motor?'],
    ['refers back', 'How do I oil the saw blade? Can it rust after many cuts in wet wood?'],
    ['compares', 'Is a chain saw or a band saw better for oak? Which one cuts faster in wet wood?'],
    ['asks for a detail', 'How do I oil the saw blade? Where do I put the oil?'],
    ['has a short question', 'How do I oil the saw blade? And why?'],
  ])('stays whole if it %s', (_, text) => {
    expect(questionsOf(text)).toEqual([text]);
  });

  test('is divided into three questions at most', () => {
    const questions = ['saw blade oil', 'motor belt change', 'wet wood cooling', 'guard lock key'];
    const text = questions.map((words) => `How about ${words}?`).join(' ');
    expect(questionsOf(text)).toEqual([
      'How about saw blade oil?',
      'How about motor belt change?',
      'How about wet wood cooling? How about guard lock key?',
    ]);
  });
});

test('items of several lists alternate, each once', () => {
  expect(
    alternately(
      [
        ['a', 'b', 'c'],
        ['b', 'd'],
      ],
      (item) => item,
    ),
  ).toEqual(['a', 'b', 'd', 'c']);
});
