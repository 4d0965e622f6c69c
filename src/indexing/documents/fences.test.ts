import { describe, expect, test } from 'vitest';
import { FenceTracker, parseFenceInfo } from './fences.ts';

describe('parseFenceInfo', () => {
  test.each([
    ['', { language: '' }],
    ['TS', { language: 'ts' }],
    ['js title="server.js" {1,3}', { language: 'js', label: 'server.js' }],
    ["js {1,3} title='a b.js'", { language: 'js', label: 'a b.js' }],
    ['js{1,3}', { language: 'js' }],
    ['sh [npm]', { language: 'sh', label: 'npm' }],
    ['vue [pages/[id\\].vue]', { language: 'vue', label: 'pages/[id].vue' }],
    ['vue [pages/[id].vue]', { language: 'vue', label: 'pages/[id].vue' }],
    ['ts twoslash [saw.config.ts]', { language: 'ts', label: 'saw.config.ts' }],
    ['js{1,3} :line-numbers [saw.js]', { language: 'js', label: 'saw.js' }],
    ['jl x = [1, 2]', { language: 'jl' }],
    ['ts:src/x.ts', { language: 'ts', label: 'src/x.ts' }],
    ['rust,ignore', { language: 'rust' }],
    ['{.python .numberLines}', { language: 'python' }],
    ['{#cut .python caption="Cut"}', { language: 'python', label: 'Cut' }],
    ['{ brush="lua" gutter="false" }', { language: 'lua' }],
    ['{title="Saw" lang=js}', { language: 'js', label: 'Saw' }],
    ['{filename="Terminal"}', { language: '', label: 'Terminal' }],
    ['{#cut}', { language: '' }],
    ['console?comments=true', { language: 'console' }],
    ['saw.conf', { language: 'conf', label: 'saw.conf' }],
    ['/etc/saws/hand', { language: '', label: '/etc/saws/hand' }],
    ['.cpp', { language: 'cpp' }],
    ['vb.net', { language: 'vb.net' }],
    ['{code-block} ruby', { language: 'ruby' }],
    ['title="only.txt"', { language: '', label: 'only.txt' }],
    ['c++', { language: 'c++' }],
    ['bash filename=run.sh', { language: 'bash', label: 'run.sh' }],
    ['js src/Saw.js active', { language: 'js', label: 'src/Saw.js' }],
    ['yaml .saw.yaml', { language: 'yaml', label: '.saw.yaml' }],
    ['json teeth.json title="Teeth"', { language: 'json', label: 'Teeth' }],
    ['ts twoslash', { language: 'ts' }],
    ['sh v1.2', { language: 'sh' }],
    ['js a.b=c', { language: 'js' }],
    ['SnackPlayer name=Press%20me&ext=tsx', { language: 'tsx', label: 'Press me' }],
    ['SnackPlayer', { language: 'jsx' }],
    ['bash=', { language: 'bash' }],
    ['js=101', { language: 'js' }],
    ['language-java hidden', { language: 'java' }],
    ['lang-c++', { language: 'c++' }],
    ['language-', { language: 'language-' }],
    ['ts-vue {2}', { language: 'ts' }],
    ['json!', { language: 'json' }],
    ['js:title=open.js', { language: 'js', label: 'open.js' }],
    ['ts:line-numbers=2{1}', { language: 'ts' }],
    ['nu:no-line-numbers:collapsed-lines=9', { language: 'nu' }],
    ['sql|bash|...', { language: '' }],
    [' {11}', { language: '' }],
    ['{3} [saw.js]', { language: '', label: 'saw.js' }],
    ['js [[1, 2, "cut"], [2, 5, "oil"]] {3}', { language: 'js' }],
    ['js [[id].js]', { language: 'js', label: '[id].js' }],
  ])('reads %j', (info, expected) => {
    expect(parseFenceInfo(info)).toEqual(expected);
  });
});

describe('FenceTracker', () => {
  function inFence(source: string): boolean[] {
    const fences = new FenceTracker();
    return source.split('\n').map((line) => fences.advance(line));
  }

  test('ends a fence at one of the same kind and at least its length only', () => {
    expect(inFence('````\n```\n~~~~\n````\nout')).toEqual([true, true, true, true, false]);
  });

  test('finds fences in lists and quotes', () => {
    expect(inFence('- ```js\n  x\n  ```\nout')).toEqual([true, true, true, false]);
    expect(inFence('> ~~~\n> x\n> ~~~\nout')).toEqual([true, true, true, false]);
  });

  test('ends a quoted fence with its quote', () => {
    expect(inFence('> ```\n> x\nout')).toEqual([true, true, false]);
  });

  test('takes an unclosed fence to the end', () => {
    expect(inFence('```\na\nb')).toEqual([true, true, true]);
  });

  test('takes a fence in a comment for none, whose end is on the last line of the comment', () => {
    expect(inFence('<!--\n```py\na\n``` -->\nout')).toEqual([false, false, false, false, false]);
    expect(inFence('<!-- a -->\n```\nb\n```')).toEqual([false, true, true, true]);
    expect(inFence('```html\n<!--\n```\nout')).toEqual([true, true, true, false]);
  });

  test('takes inline code for no fence', () => {
    expect(inFence('```inline``` text')).toEqual([false]);
  });
});
