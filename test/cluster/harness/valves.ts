const metals = ['brass', 'bronze', 'copper', 'iron', 'nickel', 'steel', 'tin', 'zinc'];

/** Returns documents of 20 sections, each with a text of its own: enough work for several Pods. */
export function valveDocuments(sections: number): Record<string, string> {
  const files: Record<string, string> = {};
  for (let first = 0; first < sections; first += 20) {
    const texts = Array.from({ length: 20 }, (_, at) => sectionOf(first + at));
    files[`docs/valves-${first}.md`] = `# Valves from ${first}\n\n${texts.join('\n')}`;
  }
  return files;
}

function sectionOf(number: number): string {
  const words = Array.from(
    { length: 80 },
    (_, at) => metals[(number * 7 + at * at + (number >> (at % 9))) % metals.length]!,
  );
  return `## How valve ${number} is ground\n\nThe seat of valve ${number} is of ${words.join(', ')}.\n`;
}
