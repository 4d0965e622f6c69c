import { describe, expect, test } from 'vitest';
import { listTexts, readTexts } from '../../../test/doubles/project-texts.ts';

const commit = 'b'.repeat(40);

const pyproject = `[project]
name = "shop"
dependencies = ["Flask>=3.0", "requests[socks]~=2.31 ; python_version > '3.8'", "pinned==1.0.1", "tool"]

[project.optional-dependencies]
redis = ["redis>=5"]
test = ["pytest>=8"]

[dependency-groups]
dev = ["ruff>=0.5", { include-group = "lint" }]
lint = ["mypy"]

[tool.uv.sources]
tool = { git = "https://github.com/acme/tool", rev = "main" }
`;

describe('pyproject.toml', () => {
  test('without a lock file gives pins, groups and extras', () => {
    expect(readTexts('pypi', { 'pyproject.toml': pyproject }).name).toBe('shop');
    expect(listTexts('pypi', { 'pyproject.toml': pyproject })).toEqual([
      'flask@',
      'mypy@ dev',
      'pinned@1.0.1',
      'pytest@ dev',
      'redis@',
      'requests@',
      'ruff@ dev',
      'tool@',
    ]);
  });

  test('with uv.lock gives the locked versions, and no members of the workspace', () => {
    const texts = {
      'pyproject.toml': `${pyproject}
[tool.uv.workspace]
members = ["packages/*"]
`,
      'packages/core/pyproject.toml': `[project]
name = "shop-core"
dependencies = ["shop", "numpy"]
`,
      'uv.lock': `version = 1

[[package]]
name = "flask"
version = "3.0.3"
source = { registry = "https://pypi.org/simple" }
sdist = { url = "https://files.example/flask.tar.gz", hash = "sha256:1" }
wheels = [
    { url = "https://files.example/flask.whl", hash = "sha256:1", size = 1 },
]

[[package]]
name = "shop"
source = { editable = "." }

[[package]]
name = "shop-core"
source = { editable = "packages/core" }
dependencies = [{ name = "numpy", version = "2.1.0" }]

[[package]]
name = "numpy"
version = "2.1.0"

[[package]]
name = "numpy"
version = "1.26.4"

[[package]]
name = "tool"
version = "0.4.0"
source = { git = "https://github.com/acme/tool?rev=main#${commit}" }
`,
    };
    const { dependencies, refused } = readTexts('pypi', texts);
    expect(refused).toEqual([]);
    const found = new Map(dependencies.map((one) => [one.name, one]));
    expect(found.get('flask')?.version).toBe('3.0.3');
    expect(found.get('numpy')).toMatchObject({
      version: '2.1.0',
      declaredIn: 'packages/core/pyproject.toml',
    });
    expect(found.get('tool')?.git).toEqual({ url: 'https://github.com/acme/tool', commit });
    expect(found.has('shop') || found.has('shop-core')).toBe(false);
  });

  test('whose dependencies a build program computes gives those that uv.lock names', () => {
    const texts = {
      'pyproject.toml': '[project]\nname = "shop"\ndynamic = ["dependencies"]\n',
      'uv.lock': `[[package]]
name = "shop"
source = { editable = "." }

[package.metadata]
requires-dist = [
    { name = "flask", specifier = ">=3" },
    { name = "pytest", marker = "extra == 'test'" },
]

[[package]]
name = "flask"
version = "3.0.3"

[[package]]
name = "pytest"
version = "8.2.0"
`,
    };
    expect(listTexts('pypi', texts)).toEqual(['flask@3.0.3', 'pytest@8.2.0 dev']);
  });

  test('with pdm.lock gives the locked versions and repositories', () => {
    const texts = {
      'pyproject.toml': pyproject,
      'pdm.lock': `[metadata]
groups = ["default", "dev"]
lock_version = "4.5.0"

[[package]]
name = "flask"
version = "3.0.3"
files = [
    {file = "flask.whl", hash = "sha256:1"},
]

[[package]]
name = "requests"
version = "2.31.0"
path = "./vendor/requests"

[[package]]
name = "tool"
version = "0.4.0"
git = "https://github.com/acme/tool.git"
ref = "main"
revision = "${commit}"
`,
    };
    const listed = listTexts('pypi', texts);
    expect(listed).toContain('flask@3.0.3');
    expect(listed).toContain('tool@0.4.0');
    expect(listed.join()).not.toContain('requests');
    const { dependencies } = readTexts('pypi', texts);
    expect(dependencies.find(({ name }) => name === 'tool')?.git?.commit).toBe(commit);
  });

  test('with pylock.toml gives the locked versions and repositories', () => {
    const texts = {
      'pyproject.toml': pyproject,
      'pylock.toml': `lock-version = "1.0"
created-by = "pip"

[[packages]]
name = "flask"
version = "3.0.3"

[[packages.wheels]]
name = "flask.whl"
url = "https://files.example/flask.whl"

[[packages]]
name = "redis"

[packages.directory]
path = "vendor/redis"

[[packages]]
name = "tool"

[packages.vcs]
type = "git"
url = "https://github.com/acme/tool.git"
commit-id = "${commit}"
`,
    };
    const listed = listTexts('pypi', texts);
    expect(listed).toContain('flask@3.0.3');
    expect(listed.join()).not.toContain('redis');
    const { dependencies } = readTexts('pypi', texts);
    expect(dependencies.find(({ name }) => name === 'tool')?.git?.commit).toBe(commit);
  });

  test('of Poetry with poetry.lock gives groups, versions and repositories', () => {
    const texts = {
      'pyproject.toml': `[tool.poetry]
name = "shop"

[tool.poetry.dependencies]
python = "^3.11"
Django = "^5.0"
exact = "1.2.3"
lib = { path = "../lib" }
inner = { path = "inner", develop = true }
tool = { git = "https://github.com/acme/tool.git", tag = "v1" }

[tool.poetry.group.test.dependencies]
pytest = { version = "^8.0", optional = true }
`,
      'poetry.lock': `[[package]]
name = "django"
version = "5.0.6"
files = [
    {file = "django.whl", hash = "sha256:1"},
]

[[package]]
name = "pytest"
version = "8.2.0"
files = []

[[package]]
name = "tool"
version = "1.0.0"

[package.source]
type = "git"
url = "https://github.com/acme/tool.git"
reference = "v1"
resolved_reference = "${commit}"
`,
    };
    expect(listTexts('pypi', texts)).toEqual([
      'django@5.0.6',
      'exact@1.2.3',
      'pytest@8.2.0 dev',
      'tool@1.0.0',
    ]);
    const { dependencies, refused } = readTexts('pypi', texts);
    expect(dependencies.find(({ name }) => name === 'tool')?.git?.commit).toBe(commit);
    expect(refused).toEqual([
      { file: 'pyproject.toml', entry: 'lib', reason: 'it is outside of the project' },
    ]);
  });

  test('that is broken is refused with its line, and requirements.txt still counts', () => {
    const { dependencies, refused } = readTexts('pypi', {
      'pyproject.toml': '[project]\nname = shop\n',
      'requirements.txt': 'flask==3.0.0\n',
    });
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({ file: 'pyproject.toml', entry: '' });
    expect(refused[0]?.reason).toMatch(/^line 2: /);
    expect(dependencies).toHaveLength(1);
  });
});

describe('requirements.txt', () => {
  test('gives pins, and follows includes and constraints', () => {
    const texts = {
      'requirements.txt': `# comment
-i https://pypi.example/simple
-r requirements/base.txt
-c constraints.txt
flask==3.0.3 \\
    --hash=sha256:aaaa \\
    --hash=sha256:bbbb
Zope.Interface[test]>=5 ; python_version >= "3.8"  # why
tool @ git+https://github.com/acme/tool@${commit}
-e git+https://github.com/acme/edit.git@main#egg=edit
-e .
./local
`,
      'requirements/base.txt': 'django==5.0.6\n',
      'requirements-dev.txt': '-r requirements.txt\npytest==8.2.0\n',
      'constraints.txt': 'zope-interface==6.4\nother==1.0\n',
    };
    const { dependencies, refused } = readTexts('pypi', texts);
    expect(refused).toEqual([]);
    expect(listTexts('pypi', texts)).toEqual([
      'django@5.0.6',
      'edit@',
      'flask@3.0.3',
      'pytest@8.2.0 dev',
      'tool@',
      'zope-interface@6.4',
    ]);
    expect(dependencies.find(({ name }) => name === 'tool')?.git).toEqual({
      url: 'https://github.com/acme/tool',
      commit,
    });
  });

  test('gives the version of the tag that a repository is pinned to', () => {
    const at = (ref: string): string => `git+https://github.com/acme/tool.git@${ref}`;
    const requirements = `saw @ ${at('v1.4.0')}\n${at('2.0rc1')}#egg=oil\naxe @ ${at('v3')}\npen @ ${at('main')}\n`;
    const pyproject =
      '[project]\nname = "app"\ndependencies = ["nail"]\n[tool.uv.sources]\nnail = { git = "https://github.com/acme/nail", tag = "v0.9.1" }\n';
    expect(listTexts('pypi', { 'requirements.txt': requirements })).toEqual([
      'axe@',
      'oil@2.0rc1',
      'pen@',
      'saw@1.4.0',
    ]);
    expect(listTexts('pypi', { 'pyproject.toml': pyproject })).toEqual(['nail@0.9.1']);
  });

  test('that pip-tools compiled gives direct dependencies alone', () => {
    const texts = {
      'requirements.in': 'flask\n',
      'requirements.txt': `# This file is autogenerated by pip-compile with Python 3.12
flask==3.0.3
    # via -r requirements.in
jinja2==3.1.4
    # via flask
`,
    };
    expect(listTexts('pypi', texts)).toEqual(['flask@3.0.3']);
  });

  test.each([
    ['-r ../outside.txt', '../outside.txt', 'it is outside of the project'],
    ['-r https://host.example/r.txt', 'https://host.example/r.txt', 'it is outside of the project'],
    ['-e ../lib', '../lib', 'it is outside of the project'],
    ['lib @ file:///etc/lib', 'lib @ file:///etc/lib', 'it is outside of the project'],
    [
      'https://192.168.0.1/a.whl',
      'https://192.168.0.1/a.whl',
      'it is an archive at a URL, not a package of the index',
    ],
    [
      'a @ git+ssh://-oProxyCommand=x/a',
      'a @ git+ssh://-oProxyCommand=x/a',
      'its Git address is not one that can be cloned',
    ],
    ['a==1 --x; rm', 'a==1 --x; rm', 'its version has a form that is not known'],
  ])('refuses %s and reads the other lines', (line, entry, reason) => {
    const { dependencies, refused } = readTexts('pypi', {
      'requirements.txt': `${line}\ngood==1.0\n`,
    });
    expect(refused).toEqual([{ file: 'requirements.txt', entry, reason }]);
    expect(dependencies.map(({ name }) => name)).toEqual(['good']);
  });

  test('that includes more than 100 files is read up to there', () => {
    const texts: Record<string, string> = { 'requirements.txt': 'a==1.0\n' };
    for (let count = 0; count < 101; count += 1) {
      texts['requirements.txt'] += `-r part${count}.txt\n`;
      texts[`part${count}.txt`] = `p${count}==1.0\n`;
    }
    const { dependencies, refused } = readTexts('pypi', texts);
    expect(dependencies).toHaveLength(100);
    expect(refused.map(({ file }) => file)).toEqual(['part99.txt', 'part100.txt']);
  });

  test('that includes itself is read once', () => {
    expect(listTexts('pypi', { 'requirements.txt': '-r requirements.txt\na==1.0\n' })).toEqual([
      'a@1.0',
    ]);
  });
});

test('a package with a version for each Python has all of them as candidates', () => {
  const locked = (version: string): string =>
    `[[package]]\nname = "numpy"\nversion = "${version}"\nsource = { registry = "https://pypi.org/simple" }\n`;
  const needed = (version: string, marker: string): string =>
    `    { name = "numpy", version = "${version}", marker = "${marker}" },\n`;
  const { dependencies } = readTexts('pypi', {
    'pyproject.toml': '[project]\nname = "shop"\ndependencies = ["numpy"]\n',
    'uv.lock': `version = 1\n\n${locked('2.4.6')}\n${locked('2.5.5')}\n[[package]]\nname = "shop"\nversion = "1"\nsource = { virtual = "." }\ndependencies = [\n${needed('2.4.6', "python_full_version < '3.12'")}${needed('2.5.5', "python_full_version >= '3.12'")}]\n`,
  });

  expect(dependencies).toMatchObject([
    { name: 'numpy', version: '', candidates: ['2.4.6', '2.5.5'] },
  ]);
});

describe('Pipfile', () => {
  const pipfile = `[[source]]
url = "https://pypi.org/simple"
name = "pypi"

[packages]
Flask = "*"
requests = { version = "==2.31.0", extras = ["socks"] }
tool = { git = "https://github.com/acme/tool.git", ref = "main" }
own = { path = "./own", editable = true }

[dev-packages]
pytest = ">=8"

[docs]
sphinx = "*"

[requires]
python_version = "3.12"

[scripts]
serve = "flask run"
`;

  test('without a lock file gives pins and categories', () => {
    expect(listTexts('pypi', { Pipfile: pipfile })).toEqual([
      'flask@',
      'pytest@ dev',
      'requests@2.31.0',
      'sphinx@ dev',
      'tool@',
    ]);
  });

  test('with Pipfile.lock gives the locked versions and repositories', () => {
    const texts = {
      'shop/Pipfile': pipfile,
      'shop/Pipfile.lock': JSON.stringify({
        _meta: { 'pipfile-spec': 6, sources: [{ name: 'pypi' }] },
        default: {
          flask: { version: '==3.0.3', hashes: ['sha256:1'], index: 'pypi' },
          tool: { git: 'https://github.com/acme/tool.git', ref: commit },
          werkzeug: { version: '==3.0.1' },
        },
        develop: { flask: { version: '==2.0.0' }, pytest: { version: '==8.2.0' } },
      }),
    };
    expect(listTexts('pypi', texts)).toEqual([
      'flask@3.0.3',
      'pytest@8.2.0 dev',
      'requests@2.31.0',
      'sphinx@ dev',
      'tool@',
    ]);
    const { dependencies } = readTexts('pypi', texts);
    expect(dependencies.find(({ name }) => name === 'tool')?.git?.commit).toBe(commit);
  });
});
