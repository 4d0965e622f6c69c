const names: Record<string, { name: string; what: string }> = {
  catalog: { name: 'Search records', what: 'To find libraries' },
  index: { name: 'Snippets', what: 'To make answers' },
  registry: { name: 'Libraries', what: 'Libraries and their progress' },
  embedding: { name: 'Embedding model', what: 'Without it, answers match words only' },
};

/** Returns the name and the purpose of a dependency. */
export function nameOf(dependency: string): { name: string; what: string } {
  return names[dependency] ?? { name: dependency, what: '' };
}
