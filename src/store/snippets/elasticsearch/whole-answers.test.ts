import { describe, expect, test } from 'vitest';
import { lackOf } from './whole-answers.ts';

const whole = { total: 2, successful: 2, failed: 0 };

describe('lackOf', () => {
  test.each([
    ['search', { _shards: { ...whole, failed: 1 } }],
    ['search', { _shards: { ...whole, successful: 1 } }],
    ['search', { _shards: whole, timed_out: true }],
    ['count', { _shards: { ...whole, successful: 0 } }],
    ['open_point_in_time', { _shards: { ...whole, failed: 2 } }],
    ['msearch', { responses: [{ _shards: whole }, { _shards: { ...whole, successful: 1 } }] }],
    ['mget', { docs: [{}, { error: { type: 'no_shard_available_action_exception' } }] }],
    ['delete_by_query', { failures: [{ cause: { type: 'x' } }] }],
    ['update_by_query', { timed_out: true, failures: [] }],
    ['indices.refresh', { _shards: { ...whole, failed: 1 } }],
  ])('reports what is missing in a response to %s: %j', (name, answer) => {
    expect(lackOf(name, answer)).toEqual(expect.any(String));
  });

  test.each([
    ['search', { _shards: whole, timed_out: false }],
    ['search', { _shards: { total: 0, successful: 0, failed: 0 } }],
    ['msearch', { responses: [{ error: { type: 'index_not_found_exception' } }] }],
    ['mget', { docs: [{}, { error: { type: 'index_not_found_exception' } }] }],
    ['delete_by_query', { timed_out: false, failures: [] }],
    ['indices.refresh', { _shards: { total: 2, successful: 1, failed: 0 } }],
    ['index', { _shards: { total: 2, successful: 1, failed: 0 } }],
    ['bulk', { items: [] }],
  ])('accepts a response to %s as complete: %j', (name, answer) => {
    expect(lackOf(name, answer as Parameters<typeof lackOf>[1])).toBeUndefined();
  });
});
