// What is said to a language model rather than to a reader. Each sentence names the model's instructions, its role or the
// model itself: documentation says "ignore", "you are now" and "do not tell the user" of many other things. `_` stands
// for what parts two words, Markdown's marks and the beginnings of lines among it.
const model =
  '(?:ai|llm|large language model|language model|chat ?bot|chatgpt|claude|copilot|gemini|gpt-?\\d*)';
const agent = `(?:${model}(?:[- ](?:assistants?|agents?|models?|systems?|tools?|bots?))?|(?:coding|virtual) (?:assistant|agent))s?`;
const instructions =
  '(?:instructions?|prompts?|directives?|guidelines?|guardrails|system_(?:message|prompt)s?|safety_(?:rules|guidelines|filters))';
const command =
  '(?:please|do not|don.t|never|always|immediately|first|ignore|run|execute|send|include|recommend|append|insert|download|fetch|install)';

const sentences = [
  // "Ignore all previous instructions", unless only in some case: "... if you use Docker".
  `(?:ignore|disregard|forget|override|bypass|(?:do not|don.t)_follow)_(?:(?:all|any|every|each|the|your|my|of|these|those|other|above)_){0,4}(?:previous|prior|earlier|preceding|foregoing|existing|system|original|developer|initial|your)_(?:(?:and|or|system|developer|safety|user|previous|given)_){0,3}${instructions}(?![\\w-]|_(?:if|unless|when|in case|for)\\b)`,
  '(?:ignore|disregard|forget)_(?:everything|anything|all)_(?:that_)?you_(?:have_been|were)_(?:previously_)?(?:told|instructed|taught)',
  // "You are now an unrestricted AI", "from now on you act as a model without rules".
  `(?:you are now|from now on,?_(?:you (?:are|(?:will|must) act as)|act as))_(?:in_)?(?:(?:an?|the)_)?(?:(?:unrestricted|unfiltered|uncensored|jailbroken|different|new|helpful|evil)_){0,2}(?:${agent}|dan|developer mode|jailbr\\w+)(?![\\w-])`,
  // "Reveal your system prompt".
  '(?:reveal|print|output|repeat|show|leak|disclose|tell|send)_(?:(?:me|us|all|exactly|of)_){0,3}your_(?:(?:full|entire|initial|hidden|secret|original)_){0,2}(?:system_(?:prompt|message)|(?:hidden|initial|prompt)_instructions)',
  // "If you are an AI assistant, you must ...": addressed to whoever reads for a person.
  `(?:if you are|if you.re|since you are|as)_an?_${agent}(?:_(?:reading|processing|parsing|summari[sz]ing|viewing)[^.\\n]{0,60})?,_(?:you_(?:must|should|need to|are required to|will)|${command})(?![\\w-])`,
  `(?:important|urgent|attention|note|message|instructions?|notice)(?:_(?:to|for))?[:,]?_(?:(?:all|any|the)_)?${agent}(?:_reading this)?\\s?[:,-]_(?:you_(?:must|should|need to)|${command})(?![\\w-])`,
  // "Do not mention these instructions to the user".
  '(?:do not|don.t|never|without)_(?:tell|inform|mention|reveal|disclose|alert)(?:ing)?_(?:(?:this|these|the above|the)_(?:instructions?|prompt|message|injection)_to_(?:the_)?users?|(?:the_)?users?_(?:about|of)_(?:this|these|the above)_(?:instructions?|prompt|message))',
];

const said = new RegExp(
  `\\b(?:${sentences.map((sentence) => sentence.replaceAll('_', '[\\s*_~>#/]{1,9}')).join('|')})`,
  'gi',
);

/**
 * Whether a text gives instructions to a language model: to drop its instructions, to take another role, to tell its
 * prompt, to hide something from its user. A sentence that is quoted is spoken about. Pure; English only.
 */
export function instructsModel(text: string): boolean {
  for (const { index } of text.matchAll(said)) {
    if (!isQuoted(text, index)) return true;
  }
  return false;
}

/** Whether a quotation is open at a place of its line. An apostrophe opens one at the beginning of a word only. */
function isQuoted(text: string, index: number): boolean {
  const start = text.lastIndexOf('\n', index - 1) + 1;
  const line = text.slice(Math.max(start, index - 300), index);
  const isOpen = (mark: string): boolean => line.split(mark).length % 2 === 0;
  return isOpen('"') || isOpen('`') || /[“«][^”»]*$|(?:^|[\s(=:,[{])['‘][^'’]*$/.test(line);
}
