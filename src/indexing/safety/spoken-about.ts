// Words by which a text speaks about an instruction instead of giving it.
const attack =
  /\b(?:attack\w*|inject\w*|jailbreak\w*|malicious|adversar\w*|payloads?|hostile|untrusted|red[- ]team\w*|such as|phrases? like|phrases?|e\.g\.|extraction|for example|known as|tricks?)\b/i;
const report =
  /\b(?:strings?|like|examples?|says?|saying|writes?|wrote|texts?|replies|reply|titled?|contain\w*|detect\w*|block\w*|flags?|filter\w*|classif\w*|refus\w*|tries|called|means?|tests?|expects?|asserts?|scan\w*|guard\w*|inputs?|emails?|asks?|looks? for|pattern)\b/i;
/** Somebody else's, or a possibility: "the model can be made to ignore its instructions". */
const notImperative =
  /\b(?:can|may|could|might|would|will|who|that|which|they|users?|attackers?|it|we|i|cannot|models?|agents?|bots?|parser|if you|how|why|(?<!\b(?:you|have|has|need|required|is|are|ask|want)\s)to)\s{1,3}$/i;

/**
 * Whether what stands at a place of a text is spoken about: quoted in a sentence about attacks or about texts, or no
 * imperative. Quotation marks alone do not make a mention: an instruction in them is read by a model as any other.
 */
export function isSpokenAbout(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 300), index);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const start = index - line.length;
  if (notImperative.test(line) && !/\b(?:you|dear \w{1,20}) (?:will|must|shall) $/i.test(line))
    return true;
  const sentence = line.slice(Math.max(0, line.search(/[.!?]\s[^.!?]*$/)));
  if (attack.test(sentence)) return true;
  if (!isQuoted(line)) return false;
  return report.test(line) || attack.test(text.slice(Math.max(0, start - 300), start));
}

/** Whether a quotation is open at the end of a line's beginning. An apostrophe opens one at the beginning of a word only. */
function isQuoted(line: string): boolean {
  const isOpen = (mark: string): boolean => line.split(mark).length % 2 === 0;
  return isOpen('"') || isOpen('`') || /[“«][^”»]*$|(?:^|[\s(=:,[{])['‘][^'’]*$/.test(line);
}
