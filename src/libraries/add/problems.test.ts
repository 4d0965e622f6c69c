import { describe, expect, test } from 'vitest';
import { LecternError, RunError } from '../../base/errors.ts';
import { refusalsOf } from './problems.ts';

const refused = (message: string) => (): never => {
  throw new LecternError('validation_error', message);
};

describe('the refusals of a request', () => {
  test('are none where nothing is refused', async () => {
    expect(await refusalsOf(() => undefined)).toEqual([]);
  });

  test('stand at the fields that their sentences name, each in one of its own', async () => {
    const problems = await refusalsOf(
      refused('Field "maxPages" must be >= 1; Field "folders.0" must not be empty.'),
    );
    expect(problems).toEqual([
      { code: 'validation_error', field: 'maxPages', message: 'Field "maxPages" must be >= 1.' },
      {
        code: 'validation_error',
        field: 'folders.0',
        message: 'Field "folders.0" must not be empty.',
      },
    ]);
  });

  test('of a name that no branch can have stand at the branch', async () => {
    const refusal = refused('Field "branch": "a..b" cannot name a tag or branch.');
    expect(await refusalsOf(refusal)).toMatchObject([{ field: 'branch' }]);
  });

  test('stand at the field that is asked about where they name none', async () => {
    const plan = refused('Private libraries need the plan pro or enterprise.');
    expect(await refusalsOf(plan, 'private')).toMatchObject([{ field: 'private' }]);
    expect(await refusalsOf(plan)).toEqual([
      { code: 'validation_error', message: 'Private libraries need the plan pro or enterprise.' },
    ]);
  });

  test('are not what failed the server', async () => {
    const away = refusalsOf(async () => {
      throw new RunError('StorageFailed', 'the database is away');
    });
    await expect(away).rejects.toThrow('the database is away');
  });
});
