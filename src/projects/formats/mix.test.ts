import { expect, test } from 'vitest';
import { listTexts, readTexts } from '../../../test/doubles/project-texts.ts';
import { startCpuClock } from '../../../test/support/cpu-seconds.ts';

const commit = 'e'.repeat(40);
const manifest = `
defmodule Mill.MixProject do
  use Mix.Project

  def project do
    [app: :mill, version: "0.1.0", aliases: aliases(), deps: deps()]
  end

  defp deps do
    [
      {:saw, "~> 2.0"},
      # {:rust, "~> 1.0"},
      {:plane, "1.2.3", optional: true},
      {:chisel, ">= 0.0.0", hex: :chisel_ex},
      {:vise,
       github: "acme/vise",
       tag: "v1.0.0"},
      {:oil, git: "https://git.example.com/acme/oil.git", ref: "${commit}"},
      {:glue, git: "file:///etc"},
      {:shared, @shared_version},
      {:inner, path: "libs/inner"},
      {:away, path: "../away"},
      {:file_test, "~> 3.0", only: [:dev, :test], runtime: false},
      {:pages, "~> 0.3", only: :dev},
      {:steam, "~> 1.0", only: [:dev, :prod]}
    ]
  end

  defp reply, do: {:ok, "done"}
end
`;
const lock = `%{
  "saw": {:hex, :saw, "2.1.0", "c786", [:mix], [{:wood, "~> 1.0", [hex: :wood, repo: "hexpm", optional: false]}], "hexpm", "a4d6"},
  "wood": {:hex, :wood, "1.0.0", "c786", [:mix], [], "hexpm", "a4d6"},
  "chisel": {:hex, :chisel_ex, "0.4.1", "c786", [:mix], [], "hexpm", "a4d6"},
  "vise": {:git, "https://github.com/acme/vise.git", "${commit}", [tag: "v1.0.0"]},
  "shared": {:hex, :shared, "0.9.0", "c786", [:mix], [], "hexpm", "a4d6"},
  "file_test": {:hex, :file_test, "3.1.0", "c786", [:mix], [], "hexpm", "a4d6"},
}
`;

test('mix.lock gives versions and commits, and other tuples of mix.exs are no dependencies', () => {
  const texts = { 'mix.exs': manifest, 'mix.lock': lock };
  expect(listTexts('hex', texts)).toEqual([
    'chisel_ex@0.4.1',
    'file_test@3.1.0 dev',
    'oil@',
    'pages@ dev',
    'plane@1.2.3',
    'saw@2.1.0',
    'shared@0.9.0',
    'steam@',
    'vise@',
  ]);
  const { name, dependencies, refused } = readTexts('hex', texts);
  expect(name).toBe('mill');
  const of = (wanted: string) => dependencies.find((one) => one.name === wanted);
  expect(of('vise')?.git).toEqual({ url: 'https://github.com/acme/vise.git', commit });
  expect(of('oil')?.git).toEqual({ url: 'https://git.example.com/acme/oil.git', commit });
  expect(of('chisel_ex')?.installedAs).toBe('chisel');
  expect(refused.map(({ entry }) => entry)).toEqual(['glue', 'away']);
});

test('apps of an umbrella have the versions of its lock file, and are no dependencies of each other', () => {
  const app = (deps: string): string => `[app: :x, deps: [${deps}]]`;
  const texts = {
    'mix.exs': '[apps_path: "apps", deps: []]',
    'mix.lock': lock,
    'apps/web/mix.exs': app('{:saw, "~> 2.0"}, {:core, in_umbrella: true}'),
    'apps/core/mix.exs': app('{:shared, ">= 0.1.0"}'),
    'assets/mix.exs': app('{:wood, "~> 1.0"}'),
  };
  expect(listTexts('hex', texts)).toEqual(['saw@2.1.0', 'shared@0.9.0']);
});

test.each(['{:a,', '{:a, "', ' ', 'only: [', 'path: "', 'app: ', '"a": {:hex, '])(
  'a file that repeats %j is read fast',
  (part) => {
    const text = `{:a,${part.repeat(200_000)}\n{:b,${part.repeat(200_000)}}`;
    const cpuSeconds = startCpuClock();
    expect(listTexts('hex', { 'mix.exs': text, 'mix.lock': text })).toEqual([]);
    expect(cpuSeconds()).toBeLessThan(5);
  },
);
