import { expect, test } from 'vitest';
import { listTexts, readTexts } from '../../../test/doubles/project-texts.ts';

const commit = 'c'.repeat(40);
const texts = {
  'Cargo.toml': `[workspace]
members = ["crates/*"]

[workspace.dependencies]
serde = { version = "1.0", features = ["derive"] }
core = { path = "crates/core" }

[package]
name = "shop"

[dependencies]
tokio = "1"
json = { package = "serde_json", version = "1" }
tool = { git = "https://github.com/acme/tool", branch = "main" }
serde.workspace = true

[target.'cfg(unix)'.dependencies]
nix = "0.28"

[dev-dependencies]
criterion = "0.5"
`,
  'crates/core/Cargo.toml': `[package]
name = "core"
[dependencies]
nix = "0.29"
serde = { workspace = true }
core = { workspace = true }
away = { path = "../../../away" }
`,
  'Cargo.lock': `version = 3

[[package]]
name = "shop"
version = "0.1.0"
dependencies = ["nix 0.28.0", "tokio"]

[[package]]
name = "core"
version = "0.1.0"
dependencies = ["nix 0.29.0"]

[[package]]
name = "tokio"
version = "1.38.0"
source = "registry+https://github.com/rust-lang/crates.io-index"

[[package]]
name = "serde"
version = "1.0.203"

[[package]]
name = "serde_json"
version = "1.0.117"

[[package]]
name = "nix"
version = "0.28.0"

[[package]]
name = "nix"
version = "0.29.0"

[[package]]
name = "criterion"
version = "0.5.1"

[[package]]
name = "tool"
version = "0.2.0"
source = "git+https://github.com/acme/tool?branch=main#${commit}"
`,
};

test('Cargo.lock gives the versions of a workspace, renamed crates and repositories', () => {
  const { name, dependencies, refused } = readTexts('cargo', texts);
  expect(name).toBe('shop');
  expect(listTexts('cargo', texts)).toEqual([
    'criterion@0.5.1 dev',
    'nix@0.28.0',
    'nix@0.29.0',
    'serde@1.0.203',
    'serde_json@1.0.117',
    'tokio@1.38.0',
    'tool@0.2.0',
  ]);
  expect(dependencies.find((one) => one.name === 'tool')?.git).toEqual({
    url: 'https://github.com/acme/tool',
    commit,
  });
  expect(refused).toEqual([
    {
      file: 'crates/core/Cargo.toml',
      entry: 'away = ../../../away',
      reason: 'it is outside of the project',
    },
  ]);
});

test('Cargo.toml alone gives exact pins, and refuses an address with an option', () => {
  const { dependencies, refused } = readTexts('cargo', {
    'Cargo.toml':
      '[dependencies]\na = "=1.2.3"\nb = "1.2.3"\nc = { git = "--upload-pack=x" }\n"-d" = "1"\n',
  });
  expect(dependencies.map(({ name, version }) => `${name}@${version}`)).toEqual(['a@1.2.3', 'b@']);
  expect(refused.map(({ entry }) => entry)).toEqual(['c = --upload-pack=x', '-d']);
});
