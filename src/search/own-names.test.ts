import { expect, test } from 'vitest';
import { withoutOwnNames } from './own-names.ts';

const vocabulary = (): Promise<Set<string>> => Promise.resolve(new Set(['sander', 'saw']));
const library = {
  id: '/shop/jig-saw.js',
  title: 'The Jigsaw Kit Documentation',
  aliases: ['Sander'],
};

test.each([
  ['In Jigsaw Kit, how do I change the blade?', 'how do I change the blade?'],
  ['jigsaw-kit blade depth default', 'blade depth default'],
  ['JigSaw.js: blade depth default', 'blade depth default'],
  ['how do I change the blade with Jigsaw Kit?', 'how do I change the blade?'],
  ['change the blade in jigsawkit', 'change the blade'],
  ['how do I change the blade in Jigsaw Kit 3.1?', 'how do I change the blade?'],
  ['Sander how do I change the blade', 'how do I change the blade'],
  ['change the belt of it in Sander', 'change the belt of it'],
])('a question is searched for without the name of its library: %s', async (question, rest) => {
  expect(await withoutOwnNames(question, library, vocabulary)).toBe(rest);
});

test.each([
  ['has little else', 'install Jigsaw Kit'],
  ['is about a comparison', 'change the blade or the depth with Jigsaw Kit or a router'],
  ['is an identifier', 'jigsaw-kit/blade depth default'],
  ['is a command that the question has twice', 'jigsawkit cut and jigsawkit oil compared'],
  ['is a version of it', 'jigsaw kit 3 removed the depth'],
  ['stands in the sentence', 'why does Jigsaw Kit stop after a minute'],
  ['is an English word that can be a verb', 'sander belt for wood'],
  ['is an English word that can be a noun', 'clean the dust bag on sander'],
])('the name stays if it %s', async (_, question) => {
  expect(await withoutOwnNames(question, library, vocabulary)).toBe(question);
});

test('titles that are slogans and names of kinds of text are no names', async () => {
  const other = { id: '/shop/docs', title: 'Cuts wood and metal quickly for everybody' };
  const question = 'In docs, how do I cut: cuts wood and metal quickly for everybody';
  expect(await withoutOwnNames(question, other, vocabulary)).toBe(question);
});
