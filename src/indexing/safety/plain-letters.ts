// Characters that look like an ASCII letter or sign, and that NFKD does not change. Source:
// Unicode's confusables.txt 15.1 (https://www.unicode.org/Public/security/; NOTICE has its
// license). The list has the entries for one ASCII letter, `-` or `:`, of the scripts with most of
// them. Small capitals and a few Greek and Cyrillic letters are added by hand.
const lookAlikes: readonly (readonly [string, string])[] = [
  ['-', '‐‒–۔⁃˗−➖'],
  [':', '։܃܄᛬᠃᠉⁚׃˸꞉∶ːꓽ'],
  ['a', 'ɑαаΑАᎪᗅꓮᴀ'],
  ['b', 'ƄЬᏏᑲᖯꞴΒВᏴᗷꓐʙв'],
  ['c', 'ᴄⲥсꮯⲤСᏟꓚ'],
  ['d', 'ԁᏧᑯꓒᎠᗞᗪꓓᴅ'],
  ['e', 'ꬲеҽΕЕᎬꓰᴇε'],
  ['f', 'ꬵꞙẝքꞘϜᖴꓝ'],
  ['g', 'ɡᶃƍցԌᏀᏳꓖɢ'],
  ['h', 'һհᏂΗⲎНᎻᕼꓧʜн'],
  ['i', 'ıɪɩιіꙇꭵᎥΙІ'],
  ['j', 'ϳјꞲͿЈᎫᒍꓙᴊ'],
  ['k', 'ΚⲔКᏦꓗᴋкκ'],
  ['l', 'ƖǀⲒӀӏꓲⳐᏞᒪꓡʟł'],
  ['m', 'ΜϺⲘМᎷᗰꓟᴍм'],
  ['n', 'ոռΝⲚꓠɴη'],
  ['o', 'ᴏᴑꬽοσⲟоօΟⲞОՕꓳøө'],
  ['p', 'ρⲣрΡⲢРᏢᑭꓑᴘ'],
  ['q', 'ԛգզ'],
  ['r', 'ꭇꭈᴦⲅгꮁƦᎡᏒᖇꓣʀᴙ'],
  ['s', 'ꜱƽѕꮪЅՏᏕᏚꓢ'],
  ['t', 'ΤⲦТᎢꓔᴛтτ'],
  ['u', 'ꞟᴜꭎꭒʋυսՍᑌꓴ'],
  ['v', 'ᴠνѵꮩѴᏙᐯꓦ'],
  ['w', 'ɯᴡѡԝաꮃԜᎳᏔꓪ'],
  ['x', '᙮хᕁᕽ᙭ꞳΧⲬХꓫ'],
  ['y', 'ɣᶌʏỿꭚγуүΥⲨУҮᎩᎽꓬ'],
  ['z', 'ᴢꮓΖᏃꓜ'],
];

const letterOf = new Map(
  lookAlikes.flatMap(([letter, alike]) => Array.from(alike, (one) => [one, letter] as const)),
);

/**
 * First code points, each for A to Z, of letters on colored squares and circles, and of regional
 * indicators.
 */
const drawnLetters = [0x1f150, 0x1f170, 0x1f1e6];

/** Marks on letters, characters without a shape, and invisible letters. */
const withoutShape = /[\p{M}\p{Cf}\u115f\u1160\u3164]/gu;

/**
 * Returns a text in the plain letters that its reader sees. Compatibility forms, accents and
 * look-alikes of other scripts become plain letters, and invisible characters disappear. For
 * matching only, because text in another language becomes nonsense. Linear in the text. Returns
 * ASCII unchanged.
 */
export function plainLetters(text: string): string {
  if (!/\P{ASCII}/u.test(text)) return text;
  return text
    .toWellFormed()
    .normalize('NFKD')
    .replace(withoutShape, '')
    .replace(/\P{ASCII}/gu, plainLetter);
}

function plainLetter(character: string): string {
  const letter = letterOf.get(character);
  if (letter !== undefined) return letter;
  const code = character.codePointAt(0)!;
  const first = drawnLetters.find((start) => code >= start && code < start + 26);
  return first === undefined ? character : String.fromCodePoint(0x61 + code - first);
}
