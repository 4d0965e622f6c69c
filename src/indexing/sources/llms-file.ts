const llmsFile = /(?:^|\/)llms(?:[-_.][\w-]+)?\.txt$/i;

/** Returns whether a path names a text for language models: llms.txt, llms-full.txt, llms-ctx-full.txt (llmstxt.org) and the like. */
export function isLlmsFile(path: string): boolean {
  return llmsFile.test(path);
}
