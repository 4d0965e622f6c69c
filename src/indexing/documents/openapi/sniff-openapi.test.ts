import { describe, expect, test } from 'vitest';
import { sniffOpenapi } from './sniff-openapi.ts';

describe('sniffOpenapi', () => {
  test.each([
    ['api.yaml', 'openapi: 3.0.3\ninfo: {}\npaths: {}\n'],
    ['api.yml', "swagger: '2.0'\npaths:\n  /a: {}\n"],
    ['api.yaml', '# API\n"openapi": "3.1.0"\nwebhooks: {}\n'],
    ['swagger.json', '{"swagger":"2.0","paths":{}}'],
    ['api.json', '{\n  "components": {},\n  "info": {},\n  "openapi": "3.1.0",\n  "paths": {}\n}'],
  ])('%s with %j is an API description', (path, content) => {
    expect(sniffOpenapi(path, content)).toBe(true);
  });

  test.each([
    ['README.md', 'openapi: 3.0.0\npaths: {}\n'],
    ['api.yaml', 'title: About openapi: 3.0.0\npaths: {}\n'],
    ['ci.yaml', 'on: push\njobs: {}\n'],
    ['package.json', '{"name":"openapi","version":"3.0.0"}'],
    ['api.json', '{"openapi":"3.0.0"}'],
    ['api.json', '{"openapi":"4.0.0","paths":{}}'],
    ['values.yaml', 'app:\n  openapi: 3.0.0\n  paths: {}\n'],
    ['api.yaml', ''],
  ])('%s with %j is none', (path, content) => {
    expect(sniffOpenapi(path, content)).toBe(false);
  });
});
