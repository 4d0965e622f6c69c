import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { parseConfiguration } from './parse-configuration.ts';

async function read(path: string, content: string): Promise<[string, string][]> {
  const document = { path, format: 'configuration' as const, content, hash: '' };
  const { sections } = await parseConfiguration(document);
  return sections.map(({ headings, blocks }) => [
    headings.at(-1) ?? '',
    blocks.map((block) => (block.kind === 'code' ? block.code : block.text)).join('\n'),
  ]);
}

test('values of a chart become groups of settings with their comments, below the mappings around them', async () => {
  const values = `# Copyright 2020 Saws
---
# Values of the saw.
name: ""

## The motor
motor:
  ## Watts
  ##
  power: 300
  speed: 9
  ## Cooling
  fan:
    ## Off by default
    enabled: false
    ## Names of the fans
    names: []
    # - left
  ## Oil for the motor
  oil: {}
    # grade: 5
`;
  expect(await read('charts/saw/values.yaml', values)).toEqual([
    ['name - saw values.yaml', '# Values of the saw.\nname: ""'],
    [
      'motor: power, speed - saw values.yaml',
      '## The motor\nmotor:\n  ## Watts\n  ##\n  power: 300\n  speed: 9',
    ],
    [
      'motor.fan: enabled, names - saw values.yaml',
      'motor:\n  ## Cooling\n  fan:\n    ## Off by default\n    enabled: false\n    ## Names of the fans\n    names: []\n    # - left',
    ],
    ['motor.oil - saw values.yaml', 'motor:\n  ## Oil for the motor\n  oil: {}\n    # grade: 5'],
  ]);
});

test('a setting in a comment is a setting, also with a space before its value', async () => {
  const conf = `# Limits the wood to a length.
# See the manual for details:
#
# max-length <meters>
# max-width <meters>

# The port of the saw.
port 80
`;
  expect(await read('saw.conf', conf)).toEqual([
    ['max-length, max-width, port - saw.conf', conf.trimEnd()],
  ]);
});

test('a section in brackets stands above its settings, also in a comment', async () => {
  const text = '; Wood that fits: none of it.\n';
  const ini = `[blade]\n${text}teeth = 8\n\n;[oil]\n;; Its grade\n;grade = 5\n`;
  const [, ...groups] = [0, ...(await read('app.example.ini', ini))];
  expect(groups).toEqual([
    ['blade.teeth - app.example.ini', `[blade]\n${text}teeth = 8`],
    ['oil.grade - app.example.ini', ';[oil]\n;; Its grade\n;grade = 5'],
  ]);
});

test('each section in brackets is a group', async () => {
  const toml = `# Saws\n[[saws]]\nname = "fret"\nteeth = 8\n\n[[saws]]\nname = "rip"\n[saws.blade]\nlength = 300\n\n[end]\n`;
  const groups = await read('saw.example.toml', toml);
  expect(groups.map(([heading]) => heading)).toEqual([
    'saws: name, teeth - saw.example.toml',
    'saws: name, length - saw.example.toml',
  ]);
});

test('a heading names eight settings at most', async () => {
  const settings = Array.from({ length: 12 }, (_, at) => `# Saw\nsaw_number_${at} = 1\n`);
  const [group] = await read('saw.example.ini', settings.join('\n'));
  const names = Array.from({ length: 8 }, (_, at) => `saw_number_${at}`);
  expect(group?.[0]).toBe(`${names.join(', ')}, … - saw.example.ini`);
});

test('settings of one mapping are split between blocks, and each part shows the mapping', async () => {
  const long = `  # ${'word '.repeat(180)}\n`;
  const values = `saw:\n${long}  a: 1\n\n${long}  b: 2\n\n${long}  c: 3\n`;
  const groups = await read('config.sample.yaml', values);
  expect(groups.map(([heading]) => heading)).toEqual([
    'saw.a - config.sample.yaml',
    'saw.b - config.sample.yaml',
    'saw.c - config.sample.yaml',
  ]);
  expect(groups.every(([, code]) => code.startsWith('saw:\n  # word'))).toBe(true);
});

test('long text without a setting is named by its first words', async () => {
  const intro = `##### SAWS #####\n\n${'# Wood is hard, and teeth are harder.\n'.repeat(50)}\n# Teeth\nteeth 8\n`;
  const groups = await read('saw.conf', intro);
  expect(groups.map(([heading]) => heading)).toEqual(['SAWS - saw.conf', 'teeth - saw.conf']);
});

test.each([
  ['deep mappings', Array.from({ length: 3_000 }, (_, at) => `${' '.repeat(at % 400)}a:`)],
  ['comments', Array<string>(100_000).fill('# a: b')],
  ['spaces', Array<string>(2_000).fill(`#${' '.repeat(480)}a`)],
  ['words', Array<string>(40_000).fill('# key a b c d e f g')],
  ['dense settings', Array<string>(100_000).fill('a: b')],
])('reads hostile %s in linear time', async (_, lines) => {
  const cpuSeconds = startCpuClock();
  for (const path of ['values.yaml', 'a.conf', 'a.ini']) await read(path, lines.join('\n'));
  expect(cpuSeconds()).toBeLessThan(10);
});
