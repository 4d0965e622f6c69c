import { encodedTexts, readable } from './decoded-text.ts';

// Phrases that address a language model rather than a reader. Each phrase names the model, its
// instructions or its role, because documentation uses "ignore", "you are now" and "do not tell the
// user" about many other things. `_` matches separators of words, such as Markdown's marks and
// starts of lines. All repeats are bounded and none is nested, so hostile text takes no longer than
// other text.
const model =
  '(?:ai|llms?|large language models?|language models?|chat ?bots?|chatgpt|claude|copilot|gemini|gpt-?\\d*)';
const agent = `(?:${model}(?:[- ](?:coding[- ])?(?:assistants?|agents?|models?|systems?|tools?|bots?))?|(?:coding|virtual|automated|autonomous|ai) (?:assistant|agent|summari[sz]er)s?)(?!['’-]|_(?:developer|engineer|researcher|team|company|platform|user|startup|lab|product|application|app|provider|vendor|student|enthusiast|expert|feature|model_provider)s?\\b)`;
const instructions =
  '(?:[il]nstructions?|prompts?|directives?|directions|guidelines?|guardrails|restrictions|system_(?:message|prompt)s?|(?:safety|ethical)_(?:rules|guidelines|filters)|content_filters?|orders_(?=and)|rules_(?=given_to_you|and))';
const determiners =
  '(?:(?:a(?:ll|il|li|ii)|any|every|each|the|your|my|of|these|those|other|above|whatever)_){0,4}';
const former =
  "(?:previous|prior|earlier|preceding|foregoing|existing|system|original|developer(?:['’]s)?|initial|your|past|former|hidden|old)";
/** A condition that a reader can meet: "if you use Docker". */
const forReaders = `_(?:if|unless|when|in case|for)\\b(?!_(?:you_are_an?_${agent}|you_read))`;
const command =
  '(?:please|do not|don.t|never|always|immediately|first|ignore|run|execute|send|include|recommend|append|insert|download|fetch|install)';
const reader = '(?:the_)?(?:users?|readers?|humans?|person(?:_you_are_talking_to)?)';

const phrases = [
  // "Ignore all previous instructions".
  `(?:[il]gnore|disregard|forget|neglect|abandon|set_aside|stop_(?:following|obeying)|(?:do_not|don.t|never)_(?:follow|obey)|pay_no_attention_to)_${determiners}${former}_(?:(?:and|or|system|developer|safety|user|previous|given|set_of)_){0,3}${instructions}(?![A-Za-z0-9-]|${forReaders})`,
  `(?:override|bypass|discard|erase|cancel)_${determiners}(?:previous|prior|earlier|original|your)_(?:(?:system|developer|safety|own)_){0,2}${instructions}(?![A-Za-z0-9-]|${forReaders}|_(?:with|by|using|in|via|per|from|on|at|through)\\b)`,
  '(?:ignore|disregard|forget)_(?:everything|anything|all|whatever)_(?:(?:that_)?you_(?:have_been|were|are)_(?:previously_)?(?:told|instructed|taught|given)|above(?=\\s{0,3}(?:[.,;!]|and\\b)))',
  `(?:ignore|disregard|forget|discard|neglect|pay_no_attention_to)_${determiners}(?:(?:prior|earlier|previous)_(?:context|messages|conversation|orders|commands|rules)(?=,?_and\\b)|(?:safety_|security_)?(?:instructions|rules|guidelines|directives)_(?:that_(?:came|come)_before|(?:that_)?you_(?:were_given|have_received|received|got)|(?:that_)?your_developers|(?:given|told)_to_you))`,
  "(?:ignore|forget)_(?:the_)?(?:user['’]?s?_(?:question|request|query|task)|what_(?:the_)?users?_(?:asked|said|wants?))",
  '(?:all_|your_|the_)(?:of_your_)?(?:(?:previous|prior|earlier|original)_instructions|instructions_above)_(?:are|were|have_been)_(?:now_|all_){0,2}(?:no_longer_valid|void|cancelled|canceled|revoked|suspended|lifted|a_test)',
  // "You are now an unrestricted AI", "from now on you act as a model without rules".
  `(?:you are now|(?:from now on|henceforth),?_(?:you (?:are|(?:will|must|shall) (?:act|behave|respond) as)|act as))_(?:in_)?(?:(?:an?|the)_)?(?:(?:unrestricted|unfiltered|uncensored|jailbroken|different|new|helpful|evil|free|malicious)_){0,2}(?:${agent}|dan|developer mode|jailbr\\w+|admin_mode)(?![\\w-])`,
  '(?:your|all_of_your|all_your)_(?:usual_|own_)?(?:restrictions|guidelines|filters|content_policies|safety_checks)_(?:(?:are|were|have_been)_(?:now_)?(?:lifted|disabled|removed|suspended)|(?:do_not|don.t|no_longer)_apply)',
  'you_have_been_(?:reprogrammed|jailbroken)',
  'you_(?:do_not|don.t|no_longer)_(?:follow|have|obey)_any_(?:rules|restrictions|limits|guidelines)',
  '(?:store|save|remember|keep)_(?:it_)?(?:in|to)_your_(?:long-term_)?memory_that',
  '(?:treat|regard)_(?:every|all|each|any)_\\w{1,20}_(?:of|in)_this_(?:file|page|document|text)_as_an?_(?:command|order|instruction)',
  `${agent}_(?:must|shall|ha(?:s|ve)_to)_(?:(?:always|all)_)?(?:ignore|disregard|recommend|praise)`,
  `you_are_no_longer_(?:an?_)?(?:${agent}|assistant\\b)`,
  'your_(?:guidelines|instructions|policy|policies)_(?:have|has)_(?:been_)?changed',
  `${agent}:_(?:ignore|disregard|you_must)`,
  '(?<!(?:the|an|your|our|this|with)_)assistant,_(?:you_(?:must|shall)|execute|run|ignore|disable|delete|reveal|disregard|obey)',
  '(?:enter|switch_to|enable)_(?:jailbreak|dan|unrestricted)_mode',
  // "Reveal your system prompt".
  '(?:reveal|print|output|repeat|leak|disclose|tell|send|translate|show_me|tell_me|give_me)_(?:(?:me|us|all|exactly|of|out)_){0,3}(?:the_contents_of_)?your_(?:(?:full|entire|initial|hidden|secret|original|whole|complete|own)_){0,2}(?:system_(?:prompt|message|instructions)|(?:hidden|initial|original|prompt|secret)_(?:instructions|prompt|rules)|prompt_instructions|context_window)',
  '(?:reveal|disclose|print|output|repeat|leak|give_me|tell_me|show_me)_(?:the_)?(?:exact_|full_|complete_)?(?:wording|text|contents?)_of_your_(?:system_)?(?:guidelines|instructions|prompt|rules|context)',
  'repeat_(?:everything|all|the_(?:text|words))_above',
  'what_(?:were|are)_your_(?:initial|original|hidden|secret)_(?:instructions|prompt)',
  '(?:reveal|disclose|summari[sz]e|print|output|repeat)_(?:all_)?(?:the_)?(?:(?:hidden|confidential|secret|original|initial)_){1,2}(?:instructions|prompt|rules)_(?:that_)?(?:your_developers|you_(?:were|have|received))',
  // "If you are an AI assistant, you must ...": addresses a model that reads for a person.
  `(?:if you are|if you.re|since you are|in case you are|as)_an?_${agent}(?:_(?:reading|processing|parsing|summari[sz]ing|viewing)[^.\\n]{0,60}|_with_\\w{1,20}_access)?,_(?:you_(?:must|should|need to|are required to|will)|${command})(?![\\w-])`,
  `(?:important|urgent|attention|note|message|instructions?|notice)(?:_(?:to|for))?[:,]?_(?:(?:all|any|the)_)?${agent}(?:_(?:reading|that_reads?)_this(?:_\\w{1,12})?)?\\s?[:,-]_(?:you_(?:must|should|need to)|${command})(?![\\w-])`,
  // "Do not mention these instructions to the user".
  `(?:do not|don.t|never|without|not)_(?:tell|inform|mention|reveal|disclose|alert|let|notify)(?:ing)?_(?:to_)?(?:(?:this|these|the above|the)_(?:instructions?|prompt|message|injection)_to_${reader}|${reader}_(?:(?:know_)?(?:about|of)_(?:this|these|the above)_(?:instructions?|prompt|message|reminder|directions|text)|that_(?:you_(?:have_)?read|this_(?:text|paragraph|page)_told)))`,
  `(?:keep|hide)_(?:this|these)_(?:instructions?|directions|step|text)_(?:(?:secret|hidden)_)?from_${reader}`,
  `never_mention_(?:it|this)_to_${reader}`,
  '(?:do_not|don.t|never)_mention_this_(?:text|paragraph|instruction|prompt)',
  'secretly_(?:include|add|insert|send|append|replace|run|execute)',
  // Texts that claim to come from the system.
  '(?:admin|developer|system)_override\\]?:?_(?:assistant|you\\b|disable|ignore)',
  'new_system_prompt:_you_are',
  '(?:obey|comply_with)_(?:the|this|these|my|only)_(?:text|document|page|sentence|orders|instructions_(?:of|on|in)_this)',
];

/**
 * Phrases of other languages, as their speakers write them. They match the text with its original
 * letters.
 */
const otherLanguages =
  /(?:ignoriere?|vergiss|missachte)\s(?:bitte\s)?alle[ns]?\s(?:vorherigen|bisherigen|vorigen|fruheren)\s(?:anweisungen|instruktionen|befehle)|vergiss\salles,\swas\sdir|(?:ignorez?|oubliez?)\s(?:toutes\s)?(?:les|tes|vos)\s(?:instructions|consignes)\b(?=\s(?:precedentes|ci-dessus|et\b))|(?:ignora|olvida|descarta)\s(?:todas\s)?(?:las|tus)\sinstrucciones\b|(?:ignora|dimentica)\stutte\sle\sistruzioni\b|(?:ignore|esqueca)\stodas\sas\sinstrucoes\b|negeer\salle\s(?:vorige|eerdere|voorgaande)\sinstructies|(?:z?ignoruj)\swszystkie\s(?:poprzednie|wczesniejsze)\s(?:instrukcje|polecenia)|onceki\stum\stalimatlar[iı]|tum\sonceki\stalimatlar[iı]/i;
const otherScripts =
  /(?:忽略|无视|無視|忘记|忘掉)(?:掉)?(?:你)?(?:之前|以上|上面|前面|先前|此前|所有|全部)(?:的)?(?:所有|全部|一切)?(?:的)?(?:指令|指示|提示|内容|規則|规则)|(?:これまで|以前|上記|前)の(?:すべての|全ての)?(?:指示|命令|プロンプト)を?(?:すべて|全て)?(?:無視|忘れ)|(?:игнорируй|игнорируйте|забудь|забудьте)\s(?:все\s)?(?:предыдущие|прежние)\s(?:инструкции|указания)|이전(?:의)?\s?(?:모든\s)?(?:지시|명령|지침)(?:사항)?(?:을|를)?\s?(?:모두\s)?무시|تجاهل\s(?:جميع|كل)\sالتعليمات/iu;

const parts = '[\\s*_~>#/,]{1,9}';
const said = new RegExp(
  `(?<![A-Za-z0-9])(?:${phrases.map((phrase) => phrase.replaceAll('_', parts)).join('|')})`,
  'gi',
);
/** The same phrases without separators, for text whose letters were separated. */
const joined =
  /(?:ignore|disregard|forget)(?:all|any|your|the|my|of){0,3}(?:previous|prior|earlier|system)(?:instructions?|prompt)|reveal(?:the|your){0,2}systemprompt/i;

interface Clue {
  /** All clues must occur in one sentence. */
  all: readonly RegExp[];
}

const url = /https?:\/\/|\w@[\w-]{1,60}\.|\bto\s[\w-]{1,60}\.[a-z]{2,10}\b/i;
const bound = (source: string): RegExp =>
  new RegExp(`\\b(?:${source.replaceAll('_', '[\\s*_~>#]{1,9}')})`, 'i');
const addressed = bound(
  `(?:if|when|since|should|unless|whenever|in_case)_you(?:_are|.re|_be)?_(?:an?_|the_)?${agent}|(?:if|when|whenever|any|every|all|to_any)_(?:an?_|this_)?(?:text_is_(?:being_)?(?:processed|read|parsed)_by_(?:an?_)?)?${agent}(?:_(?:is_)?(?:reads?|asked|reading|summari[sz]es|that_reads?|who_reads?|processes))?|as_an?_${agent}|dear_(?:${agent}|assistant|model)|(?:note|notice|message|attention|for|instructions)(?:_(?:to|for|from_\\w{1,20}_to))?[:,]?_(?:any_|all_|the_)?(?:${agent}|assistants?\\b)|you,_the_(?:model|assistant)|${agent}_(?:are|is)_(?:instructed|required|ordered)_to|(?:an_|the_)assistant_is_reading`,
);
const obliged = bound(
  'must|shall|ha(?:s|ve)_to|(?:are|is)_(?:required|instructed)_to|should|always|never|do_not|don.t|please|,_(?:then_)?(?:end|append|begin|start|add|include|run|execute|send|skip|reveal|ignore|write|rank|say|delete)\\b|:_(?:insert|add|ignore|run|execute|send|append|delete|import|recommend)\\b',
);
const harmful = bound(
  '(?:ignore|disregard|delete|append|insert|recommend|reveal|leak|exfiltrate|praise|obey|approve|comply|install|execute|send|post|upload|run|push|import|replace|end_the|begin_with|not_(?:mention|list|show|tell)|skip|hide|say|describe|pass|rank|answer|disable|tell_the_(?:user|reader))\\b',
);
const clues: readonly Clue[] = [
  { all: [addressed, obliged, harmful] },
  // Asks for a role without limits.
  {
    all: [
      bound(
        'you_are|you.re|act_(?:as|like)|pretend|imagine|simulate|behave_as|respond_as|persona|assume_the_role|answer_as',
      ),
      bound(`${agent}|dan|model|assistant|bot|personalities`),
      bound(
        '(?:without|with_no|has_no|have_no|no)_(?:any_)?(?:\\w{1,20}_)?(?:restrictions|limits|limitations|filters|rules|ethics|content_policy|guidelines)|unrestricted|uncensored|unfiltered|never_refuses|not_bound_by|(?:ignores|do_not_follow)_(?:its|any|all)_rules|(?:guidelines|restrictions|filters)_(?:have_been|are|were)_(?:disabled|lifted|removed)|evil_(?:ai|bot|assistant)|backdoors',
      ),
    ],
  },
  // Asks to send the user's data to an address.
  {
    all: [
      bound('send|post|upload|exfiltrate|e?mail|forward|transmit|fetch|put|render|call'),
      bound(
        "(?:the_)?users?['’]s?_(?:environment|secrets|files|api_keys|question|credentials|messages)|(?:the_)?(?:full_|entire_)?(?:conversation|chat_history)|everything_the_user|secrets_that_you|the_contents_of_(?:the_)?(?:\\.env|~/)",
      ),
      url,
    ],
  },
  {
    all: [
      /(?:curl|wget)\s[^|\n]{1,200}\|\s?(?:ba|z)?sh|rm\s-rf|~\/\.ssh|id_rsa|~\/\.aws/i,
      bound(
        "your_(?:shell|terminal|file|browser|http)_tool|the_user['’]s_machine|without_asking|for_the_user\\b|do_not_show|with_shell_access|next_search_query|<(?:tool_call|function_calls|invoke|tool_use)",
      ),
    ],
  },
  {
    all: [
      /<(?:tool_call|function_calls|invoke|tool_use)\b/i,
      /(?:curl|wget)\s[^|\n]{1,200}\|\s?(?:ba|z)?sh|rm\s-rf|\.ssh\/|\.aws\//i,
    ],
  },
  {
    all: [
      /<\|im_start\|>\s?system|\[INST\]|<system(?:-reminder)?>|^\s*(?:#{1,6}\s*)?system\s*:/im,
      bound('ignore|disregard|obey|you_must|full_permissions|admin_mode'),
    ],
  },
  {
    all: [
      bound('new_instructions:|your_new_(?:role|task|instructions|goal)_(?:is|are)'),
      bound('from_now_on|you_must|obey|ignore|recommend|act_as|answer|in_every|always'),
    ],
  },
  // Asks for a mode or role in which nothing is forbidden.
  {
    all: [
      bound(
        '(?:enter|enable|activate|switch_to|you_are_(?:now_|hereby_)?in|confirm)_(?:the_)?(?:jailbreak|dan|god|unrestricted|developer|admin|debug|maintenance|root)_mode',
      ),
      bound(
        'without_(?:any_)?(?:filters|restrictions|limits)|restrictions_(?:do_not|don.t|no_longer)|lifted|unlocked|(?:follow|obey)_the_commands|answer_(?:anything|everything)|ignore_(?:all|any|every|your|my|these|those|previous|prior|earlier|safety|the_(?:rules|user|above|previous|prior|system|instructions|restrictions|guidelines))',
      ),
    ],
  },
  {
    all: [
      bound('act_as|behave_as|assume_the_role|you_are_(?:now_)?(?:the_)?|respond_as'),
      bound(
        'malicious|root_user|full_permissions|administrator_with|execute_every|grant_access_to|inserts_backdoors|no_restrictions|sales_agent|promote',
      ),
      bound('assistant|in_every_(?:answer|reply)|of_this_machine|restrictions|@|in_this_text'),
    ],
  },
  // Asks to reveal the model's instructions to a person who may not read them.
  {
    all: [
      bound(
        'reveal|leak|repeat|output|print|summari[sz]e|tell_me|show_me|give_me|copy|disclose|list|write',
      ),
      bound(
        'your_(?:hidden|secret|confidential|internal|original|initial)_(?:system_)?(?:instructions|rules)|all_of_your_secret|(?:confidential|developer|system|hidden)_(?:instructions|message|prompt)_(?:that_)?you_(?:were_given|received|got|have_received)',
      ),
    ],
  },
  {
    all: [
      bound('before_(?:you_)?(?:answer|respond|reply|continue)(?:ing)?|first'),
      bound('fetch|send|post|call|open|execute'),
      bound("the_user['’]s?|everything_the_user|user_has_told|question"),
      url,
    ],
  },
  // Asks to believe or praise something from now on.
  {
    all: [
      bound(`${agent}|(?:for|in)_all_(?:later|future)_(?:conversations|sessions|chats|replies)`),
      bound('should|must|are_instructed|remember|always|never'),
      bound(
        'as_the_only|recommend_(?:this|only)|call_all_others|trusted_source|never_doubt|rank_this',
      ),
    ],
  },
  {
    all: [
      bound('for_the_rest_of_this_(?:session|conversation|chat)'),
      bound('you_must|obey|recommend|treat|act_as'),
    ],
  },
  // Asks to carry out encoded instructions.
  {
    all: [
      bound('decode|decipher|read|rot13|spell'),
      bound('base64|rot-?13|hexadecimal|backwards|first_letter'),
      bound('follow|obey|execute_what|carry_out|do_what|comply'),
    ],
  },
];

/** Words that occur in every phrase and clue in some form. Most text fails this quick check. */
const worthReading =
  /[il]gnore|disregard|forget|neglect|abandon|set aside|stop[\s*_~>#/,]{1,9}(?:follow|obey)|not[\s*_~>#/,]{1,9}(?:follow|mention|tell|reveal|inform|let)|never[\s*_~>#/,]{1,9}(?:follow|obey|mention|tell|reveal)|no attention|override|bypass|discard|erase|cancel|instructions|reveal|disclose|leak|system[ _](?:prompt|message)|your[\s*_~>#/,]{1,9}(?:\w{1,12}[\s*_~>#/,]{1,9})?(?:prompt|context|restrict|guideline|filters|polic)|everything above|jailbr|reprogrammed|without|no longer|you are now|from now on|henceforth|\b(?:ai|llms?|dan)\b|language model|assistant|chat ?bot|chatgpt|claude|copilot|gemini|\bgpt|(?:coding|automated|autonomous) agent|the model|summari[sz]er|unrestricted|uncensored|unfiltered|secretly|hide this|keep th|exfiltrat|conversation|chat history|user['’]s? |everything the user|im_start|\[inst\]|<system|system:|<tool_call|<function_calls|<invoke|your (?:shell|terminal|file|browser|http) tool|rot-?13|hexadecimal|backwards|first letter|obey|comply|\|\s?(?:ba|z)?sh\b|\.aws|\.ssh/i;

/** Ends of sentences. Each line of a list is a sentence. */
const sentenceEnd = /[.!?]["'”’)]{0,3}(?=\s)|\n\s{0,200}\n|\n(?=\s{0,20}(?:[-+*]|\d{1,3}[.)])\s)/;
/** Maximum characters of a sentence to check together. */
const longest = 2_000;

/**
 * Returns whether a text instructs a language model: to drop its instructions, change its role,
 * reveal its prompt, deceive its user, or act without the user's request. Sees through look-alikes,
 * invisible characters, escapes and common encodings. Ignores instructions that the text only talks
 * about. Pure; linear in the text. Knows English and a few phrases of other languages.
 */
export function instructsModel(text: string): boolean {
  const plain = readable(text);
  if (saysIt(plain) || otherScripts.test(text.normalize('NFKC'))) return true;
  for (const encoded of encodedTexts(plain)) if (saysIt(encoded)) return true;
  return false;
}

function saysIt(plain: string): boolean {
  if (otherLanguages.test(plain) || joined.test(plain)) return true;
  if (!worthReading.test(plain)) return false;
  for (const { index } of plain.matchAll(said)) {
    if (!isSpokenAbout(plain, index)) return true;
  }
  let start = 0;
  for (const sentence of plain.split(sentenceEnd)) {
    const at = plain.indexOf(sentence, start);
    start = at + sentence.length;
    for (let from = 0; from < sentence.length; from += longest) {
      const piece = sentence.slice(from, from + longest);
      if (clueIn(piece).some((place) => !isSpokenAbout(plain, at + from + place))) return true;
    }
  }
  return false;
}

/** Returns the positions at which the clues of a sentence begin. */
function clueIn(piece: string): number[] {
  return clues
    .filter(({ all }) => all.every((one) => one.test(piece)))
    .map(({ all }) => Math.min(...all.map((one) => piece.search(one))));
}

// Words that show that a text talks about an instruction instead of giving it.
const attack =
  /\b(?:attack\w*|inject\w*|jailbreak\w*|malicious|adversar\w*|payloads?|hostile|untrusted|red[- ]team\w*|such as|phrases? like|phrases?|e\.g\.|extraction|for example|known as|tricks?)\b/i;
const report =
  /\b(?:strings?|like|examples?|says?|saying|writes?|wrote|texts?|replies|reply|titled?|contain\w*|detect\w*|block\w*|flags?|filter\w*|classif\w*|refus\w*|tries|called|means?|tests?|expects?|asserts?|scan\w*|guard\w*|inputs?|emails?|asks?|looks? for|pattern)\b/i;
/**
 * Words before a verb that is no imperative: another subject, or a possibility such as "the model
 * can be made to ignore its instructions".
 */
const notImperative =
  /\b(?:can|may|could|might|would|will|who|that|which|they|users?|attackers?|it|we|i|cannot|models?|agents?|bots?|parser|if you|how|why|(?<!\b(?:you|have|has|need|required|is|are|ask|want)\s)to)\s{1,3}$/i;

/**
 * Returns whether the text only talks about the instruction at `index`: it is no imperative, or it
 * is quoted in a sentence about attacks or texts. Quotation marks alone are not enough, because a
 * model follows an instruction in them like any other.
 */
function isSpokenAbout(text: string, index: number): boolean {
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

/**
 * Returns whether a quotation is open at the end of the given part of a line. An apostrophe opens a
 * quotation only at the beginning of a word.
 */
function isQuoted(line: string): boolean {
  const isOpen = (mark: string): boolean => line.split(mark).length % 2 === 0;
  return isOpen('"') || isOpen('`') || /[“«][^”»]*$|(?:^|[\s(=:,[{])['‘][^'’]*$/.test(line);
}
