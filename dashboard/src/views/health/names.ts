const names: Record<string, { name: string; what: string }> = {
  catalog: { name: 'Search records', what: 'Libraries are found by them' },
  index: { name: 'Snippets', what: 'Answers are made of them' },
  registry: { name: 'Libraries', what: 'What is indexed, and how far it is' },
  embedding: { name: 'Embedding model', what: 'Without it questions are answered by words alone' },
};

/** What a person calls a dependency, and what it is for. */
export function nameOf(dependency: string): { name: string; what: string } {
  return names[dependency] ?? { name: dependency, what: '' };
}
