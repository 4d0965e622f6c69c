import { expect, test } from 'vitest';
import { listTexts, readTexts } from '../../../test/doubles/project-texts.ts';

const root = `module example.com/shop

go 1.22

require (
	github.com/gin-gonic/gin v1.10.0
	golang.org/x/net v0.26.0 // indirect
	"example.com/quoted" v1.0.0
	example.com/shop/api v0.0.0
)

require github.com/old/pkg v1.0.0 // a reason
require example.com/away v1.0.0

replace github.com/old/pkg => github.com/fork/pkg v1.2.0
replace example.com/shop/api => ./api
replace example.com/away v1.0.0 => ../away
`;

test('go.mod gives direct modules, replaced modules, and those of folders in the project', () => {
  const texts = {
    'go.mod': root,
    'api/go.mod': 'module example.com/shop/api\nrequire google.golang.org/grpc v1.64.0\n',
    'other/go.mod': 'module example.com/shop/other\nrequire example.com/unused v1.0.0\n',
  };
  const { name, refused } = readTexts('go', texts);
  expect(name).toBe('example.com/shop');
  expect(listTexts('go', texts)).toEqual([
    'example.com/quoted@v1.0.0',
    'github.com/fork/pkg@v1.2.0',
    'github.com/gin-gonic/gin@v1.10.0',
    'google.golang.org/grpc@v1.64.0',
  ]);
  expect(refused).toEqual([
    {
      file: 'go.mod',
      entry: 'example.com/away => ../away',
      reason: 'it is outside of the project',
    },
  ]);
});

test('go.work gives the modules of its folders', () => {
  const texts = {
    'go.work': 'go 1.22\nuse (\n\t./a\n\t./b\n\t../outside\n)\n',
    'a/go.mod':
      'module example.com/a\nrequire example.com/b v0.0.0\nrequire example.com/x v1.0.0\n',
    'b/go.mod': 'module example.com/b\nrequire example.com/x v1.1.0\n',
  };
  expect(listTexts('go', texts)).toEqual(['example.com/x@v1.0.0', 'example.com/x@v1.1.0']);
});

test('a module path with an option or a parent folder is refused', () => {
  const { dependencies, refused } = readTexts('go', {
    'go.mod':
      'module m\nrequire (\n\t-x v1\n\texample.com/../etc v1.0.0\n\texample.com/a -v1\n\texample.com/good v1.0.0\n)\n',
  });
  expect(refused.map(({ entry }) => entry)).toEqual([
    '-x',
    'example.com/../etc',
    'example.com/a -v1',
  ]);
  expect(dependencies).toHaveLength(1);
});
