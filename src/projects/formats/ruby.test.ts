import { expect, test } from 'vitest';
import { listTexts, readTexts } from '../../../test/doubles/project-texts.ts';

const commit = 'd'.repeat(40);
const gemfile = `source "https://rubygems.org"
gem "rails", "~> 7.1"
gem 'nokogiri', '1.16.5'
gem "tool", git: "https://github.com/acme/tool.git"
gem "inner", path: "engines/inner"

group :development, :test do
  gem "rspec-rails"
  if ENV["X"]
    gem "pry" # a debugger
  end
end
gem "rubocop", group: :development
gem "both", group: [:test, :production]
`;
const lock = `GIT
  remote: https://github.com/acme/tool.git
  revision: ${commit}
  specs:
    tool (0.1.0)

PATH
  remote: engines/inner
  specs:
    inner (0.0.1)

GEM
  remote: https://rubygems.org/
  specs:
    both (2.0.0)
    nokogiri (1.16.5-arm64-darwin)
      racc (~> 1.4)
    nokogiri (1.16.5-x86_64-linux)
    pry (0.14.2)
    racc (1.8.0)
    rails (7.1.3.4)
    rspec-rails (6.1.2)
    rubocop (1.64.1)

DEPENDENCIES
  both
  inner!
  nokogiri (= 1.16.5)
  pry
  rails (~> 7.1)
  rspec-rails
  rubocop
  tool!

BUNDLED WITH
   2.5.11
`;

test('Gemfile.lock gives direct gems, and the Gemfile their groups', () => {
  const texts = { Gemfile: gemfile, 'Gemfile.lock': lock };
  expect(listTexts('rubygems', texts)).toEqual([
    'both@2.0.0',
    'nokogiri@1.16.5',
    'pry@0.14.2 dev',
    'rails@7.1.3.4',
    'rspec-rails@6.1.2 dev',
    'rubocop@1.64.1 dev',
    'tool@0.1.0',
  ]);
  const { dependencies } = readTexts('rubygems', texts);
  expect(dependencies.find(({ name }) => name === 'tool')?.git?.commit).toBe(commit);
});

test('a Gemfile alone gives pins, and refuses gems outside of the project', () => {
  const hostile = `${gemfile}gem "away", path: "../away"\ngem "bad", git: "ext::sh -c id"\n`;
  const { dependencies, refused } = readTexts('rubygems', { Gemfile: hostile });
  expect(dependencies.find(({ name }) => name === 'nokogiri')?.version).toBe('1.16.5');
  expect(refused.map(({ entry }) => entry)).toEqual(['away', 'bad ext::sh -c id']);
});
