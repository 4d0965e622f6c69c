const sentenceEnd = /(?<=[.!?])\s+|\n+/;

/** Returns the sentences and the lines of a question, without empty ones. Pure. */
export function sentencesOf(question: string): string[] {
  return question.split(sentenceEnd).filter((sentence) => sentence.trim() !== '');
}
