import { describe, expect, test } from 'vitest';
import { environmentName, readSettings } from './settings.ts';

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
      /embeddingModel/,
    );
  });
});

describe('environmentName', () => {
  test('is the setting in capitals', () => {
    expect(environmentName('requestTimeoutMs')).toBe('LECTERN_REQUEST_TIMEOUT_MS');
  });
});
