import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, onTestFinished, test } from 'vitest';
import { settings, type SettingSchema, type SettingsCommand } from './schema.ts';
import { environmentName, misspelledVariables, readSettings } from './settings.ts';

describe('readSettings', () => {
  test('has a default for everything a laptop needs', () => {
    expect(readSettings('up', { env: {} })).toMatchObject({
      port: 7700,
      host: '127.0.0.1',
      data: './data',
    });
  });

  test('lets flags win over the environment', () => {
    const settings = readSettings('up', {
      flags: { port: '8000' },
      env: {
        LECTERN_PORT: '9000',
        LECTERN_REQUEST_TIMEOUT_MS: '500',
        LECTERN_ALLOWED_RANGES: '10.0.0.0/8, 127.0.0.0/8',
      },
    });

    expect(settings).toMatchObject({
      port: 8000,
      requestTimeoutMs: 500,
      allowedRanges: ['10.0.0.0/8', '127.0.0.0/8'],
    });
  });

  test('leaves out the line break at the end of a Secret that was made of a file', () => {
    const env = {
      LECTERN_ELASTICSEARCH_URL: 'http://search:9200',
      LECTERN_ELASTICSEARCH_PASSWORD: ' pass word \r\n',
      LECTERN_DATABASE_URL: 'postgres://a:b@database/lectern',
      LECTERN_OPERATOR_TOKEN: 'a-token-of-a-file\n',
      LECTERN_WEBHOOK_SECRET: '\n',
    };

    const settings = readSettings('serve', { env });

    expect(settings.elasticsearchPassword).toBe(' pass word ');
    expect(settings.operatorToken).toBe('a-token-of-a-file');
    expect(settings.webhookSecret).toBeUndefined();
  });

  test('names every mistake and where it may have come from', () => {
    expect(() =>
      readSettings('up', { env: { LECTERN_PORT: 'high', LECTERN_LOG_LEVEL: 'loud' } }),
    ).toThrow(
      /port \(LECTERN_PORT\) must be a whole number, not text; logLevel \(LECTERN_LOG_LEVEL\) .*trace, debug/,
    );
  });

  test('refuses times of a lease under which two controllers could lead', () => {
    const env = {
      LECTERN_ELASTICSEARCH_URL: 'http://search',
      LECTERN_DATABASE_URL: 'postgres://database/lectern',
      LECTERN_JOB_TEMPLATE: 'template.yaml',
    };
    const read = (times: NodeJS.ProcessEnv) =>
      readSettings('controller', { env: { ...env, ...times } });

    expect(read({})).toMatchObject({ leaseDurationMs: 15_000, renewDeadlineMs: 10_000 });
    expect(() => read({ LECTERN_RENEW_DEADLINE_MS: '15000' })).toThrow(
      'renewDeadlineMs (LECTERN_RENEW_DEADLINE_MS) is 15000; it must be less than leaseDurationMs (LECTERN_LEASE_DURATION_MS), which is 15000',
    );
    expect(() => read({ LECTERN_RETRY_PERIOD_MS: '12000' })).toThrow(
      /retryPeriodMs .* must be less than renewDeadlineMs/,
    );
  });

  test('asks for the model of an endpoint', () => {
    expect(() =>
      readSettings('up', { env: { LECTERN_PREVIOUS_EMBEDDING_MODEL: 'minilm' } }),
    ).toThrow('previousEmbeddingModel needs previousEmbeddingUrl, unless it is built-in');
    expect(() => readSettings('up', { env: { LECTERN_EMBEDDING_URL: 'http://x' } })).toThrow(
      'embeddingModel (LECTERN_EMBEDDING_MODEL) is missing; embeddingUrl requires it',
    );
  });

  test('asks for the queue that limits the Jobs', () => {
    const env = {
      LECTERN_JOB_ENGINE: 'kueue',
      LECTERN_JOB_TEMPLATE: 'job.yaml',
      LECTERN_DATABASE_URL: 'postgres://h/d',
      LECTERN_ELASTICSEARCH_URL: 'http://h',
    };
    expect(() => readSettings('controller', { env })).toThrow(
      'jobEngine (LECTERN_JOB_ENGINE) is kueue, but jobQueue (LECTERN_JOB_QUEUE) is missing',
    );
    expect(
      readSettings('controller', { env: { ...env, LECTERN_JOB_QUEUE: 'docs' } }),
    ).toMatchObject({
      jobQueue: 'docs',
    });
  });

  test('says what an address begins with, without the address, which may have a password', () => {
    expect(() =>
      readSettings('serve', {
        env: {
          LECTERN_ELASTICSEARCH_URL: 'me:s3cret@search',
          LECTERN_DATABASE_URL: 'mysql://me:s3cret@x',
          LECTERN_OPERATOR_TOKEN: 'a'.repeat(16),
        },
      }),
    ).toThrow(
      /^Configuration: elasticsearchUrl \(LECTERN_ELASTICSEARCH_URL\) must begin with http:\/\/ or https:\/\/; databaseUrl \(LECTERN_DATABASE_URL\) must begin with postgres:\/\/$/,
    );
  });

  test('says what a name has, and not the pattern that it must match', () => {
    const env = { LECTERN_KEY_PREFIX: 'saw!', LECTERN_ALLOWED_HOSTS: 'https://saws.example' };

    expect(() => readSettings('up', { env })).toThrow(
      'keyPrefix (LECTERN_KEY_PREFIX) must be 1 to 32 letters, digits, ".", "_" and "-"; allowedHosts (LECTERN_ALLOWED_HOSTS) must be a host name such as docs.example.com or *.example.com, without a port',
    );
  });

  test.each<[SettingsCommand, string]>([
    ['up', 'requestTimeoutMs'],
    ['up', 'rerankTimeoutMs'],
    ['controller', 'leaseDurationMs'],
  ])(
    '%s: refuses a %s of many days, which would overflow a timer and end each request at once',
    (command, setting) => {
      const env = { [environmentName(setting)]: '300000000' };

      expect(() => readSettings(command, { env })).toThrow(
        /must be 3600000 or less, not 300000000/,
      );
    },
  );

  test.each(['saw', '10.20.0.1', '10.20.0.0/99'])(
    'refuses %s as a range of addresses before the first run needs it',
    (range) => {
      expect(() => readSettings('up', { env: { LECTERN_ALLOWED_RANGES: range } })).toThrow(
        `Configuration: allowedRanges (LECTERN_ALLOWED_RANGES) has "${range}", which is no range such as 10.0.0.0/8 or 10.1.2.3/32`,
      );
    },
  );
});

test.each(Object.entries<SettingSchema>(settings))(
  'the definition of %s is a schema that its default fits',
  (_, schema) => {
    const check = new Ajv({ strict: false }).compile(schema);

    expect('default' in schema ? check(schema.default) : true, schema.description).toBe(true);
  },
);

test('every start has defaults of its own', () => {
  readSettings('up', { env: {} }).allowedRanges.push('10.0.0.0/8');

  expect(readSettings('up', { env: {} }).allowedRanges).toEqual([]);
});

describe('a settings file', () => {
  function fileOf(text: string): string {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-settings-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'lectern.yaml');
    writeFileSync(file, text);
    return file;
  }

  test('gives the values of settings, as YAML or JSON', () => {
    expect(readSettings('up', { env: {}, file: fileOf('port: 8000\n') }).port).toBe(8000);
    expect(readSettings('up', { env: {}, file: fileOf('{"port": 8000}') }).port).toBe(8000);
  });

  test.each([
    ['@S3cretPass123', /: line 2 is not valid YAML \(BAD_SCALAR_START\); .* needs quotes$/],
    ['a\n  b: S3cretPass123', /: line 2 is not valid YAML/],
    ['|S3cretPass123', /: line 2 is not valid YAML/],
    ['"S3cretPass123', /: line 3 is not valid YAML/],
    ['"\\S3cretPass123"', /: line 2 is not valid YAML/],
    ['!S3cretPass123', /: line 2 is not valid YAML/],
    ['!S3cretPass123!x y', /: line 2 is not valid YAML/],
    ['*S3cretPass123', /: an alias has no anchor; a value that starts with \* needs quotes$/],
    ['x\nS3cretPass123', /: line 3 is not valid YAML/],
  ])('with a mistake in the password %j names the line and not the password', (value, message) => {
    const file = fileOf(`port: 8000\nelasticsearchPassword: ${value}\n`);
    const read = () => readSettings('up', { env: {}, file });
    expect(read).toThrow(message);
    expect(read).not.toThrow(/S3cret|\\S/);
  });

  test('with a name that is no setting is refused', () => {
    const read = () => readSettings('up', { env: {}, file: fileOf('port: 8000\ncolour: red\n') });
    expect(read).toThrow(/^Configuration: colour is not a setting$/);
  });

  test('must be a mapping', () => {
    const read = () => readSettings('up', { env: {}, file: fileOf('- port') });
    expect(read).toThrow('it must be a mapping of settings');
  });
});

describe('environmentName', () => {
  test('is the setting in capitals', () => {
    expect(environmentName('requestTimeoutMs')).toBe('LECTERN_REQUEST_TIMEOUT_MS');
  });
});

test.each([
  ['LECTERN_ANONYMOUS_ACESS', 'LECTERN_ANONYMOUS_ACCESS'],
  ['LECTERN_ALLOWED_HOST', 'LECTERN_ALLOWED_HOSTS'],
  ['LECTERN_PULBIC_URL', 'LECTERN_PUBLIC_URL'],
])('%s is named as a misspelled variable', (given, meant) => {
  expect(misspelledVariables({ [given]: 'x' })).toEqual([
    `${given} is not a setting and has no effect; did you mean ${meant}?`,
  ]);
});

test.each([
  ...Object.keys(settings).map(environmentName),
  'LECTERN_URL',
  'LECTERN_CONFIG',
  // Kubernetes sets these for the Services of a namespace.
  'LECTERN_API_SERVICE_HOST',
  'LECTERN_API_PORT',
  'LECTERN_SERVICE_PORT',
  'LECTERN_PORT_7700_TCP',
  'HOME',
])('%s is no misspelled variable', (name) => {
  expect(misspelledVariables({ [name]: 'x' })).toEqual([]);
});
