import { instructsModel } from '../src/indexing/safety/injection.ts';
import { ratesOf, screeningSet, type Half, type Rates } from '../test/safety/screening-set.ts';

// Counts the attacks on language models that the screen catches, and the ordinary lines that it flags by mistake, for
// each half of the set in test/safety. Rules are tuned on one half; the other is held back. `--misses` prints the
// errors in the tuning half.

const share = (part: number, all: number): string =>
  `${part} of ${all} (${((100 * part) / all).toFixed(1)} %)`;

function print(name: string, { caught, attacks, falseAlarms, ordinary }: Rates): void {
  console.log(
    `${name.padEnd(10)} caught ${share(caught, attacks)}, false alarms ${share(falseAlarms, ordinary)}`,
  );
}

function printKinds({ attacks }: Half): void {
  for (const kind of new Set(attacks.map((one) => one.kind))) {
    const all = attacks.filter((one) => one.kind === kind);
    const caught = all.filter(({ text }) => instructsModel(text)).length;
    console.log(`  ${kind.padEnd(12)} ${caught} of ${all.length}`);
  }
}

const { tuning, heldBack } = screeningSet();
const both = {
  attacks: [...tuning.attacks, ...heldBack.attacks],
  ordinary: [...tuning.ordinary, ...heldBack.ordinary],
};
print('tuning', ratesOf(tuning));
print('held back', ratesOf(heldBack));
print('both', ratesOf(both));
printKinds(both);
if (process.argv.includes('--misses')) {
  for (const { kind, text } of tuning.attacks) {
    if (!instructsModel(text)) console.log(`missed (${kind}): ${text}`);
  }
  for (const { kind, text } of tuning.ordinary) {
    if (instructsModel(text)) console.log(`false alarm (${kind}): ${text}`);
  }
}
