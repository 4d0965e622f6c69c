import { describe, expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { codes, section, text as textOf } from '../../../../test/support/sections.ts';
import type { ParsedDocument, Section } from '../document.ts';
import { parseCode } from './parse-code.ts';

async function parse(content: string): Promise<ParsedDocument> {
  return parseCode({ path: 'proto/saw.proto', format: 'code', content, hash: '' });
}

function text(one: Section): string {
  return textOf(one).trim();
}

const shop = `// Copyright 2024 The Shop
// Licensed under a license.

syntax = "proto3";

// Cuts wood over the network.
package shop.v1;

import "google/api/annotations.proto";
option go_package = "example.com/shop;shop";

// A service that cuts.
service Saws {
  // Cuts a board in two.
  rpc Cut(CutRequest) returns (stream shop.v1.CutResponse) {
    option (google.api.http) = {
      post: "/v1/saws/{name}:cut"
      body: "*"
    };
  }

  rpc Stop(StopRequest) returns (StopResponse);
  // Old.
  rpc Halt(StopRequest) returns (StopResponse) { option deprecated = true; }
}

// What to cut.
message CutRequest {
  option (x.y) = { a: "}" };
  reserved 4, 5;

  // Name of the saw; see "saws".
  string name = 1 [(validate.rules).string = {min_len: 1}];
  int32 depth = 2; // In millimeters.
  string speed = 3 [
    (validate.rules).string = {
      pattern: "^[a-z]$"
    }
  ];
  oneof place {
    // At a mark.
    Mark mark = 6;
  }

  // A mark on the board.
  message Mark {
    double at = 1;
  }
  Grain grain = 7 [deprecated = true];

  /* How the grain
   * runs. */
  enum Grain {
    LONG = 0;
    SHORT = 1;
  }
}

message CutResponse {
  repeated string parts = 1;
}
message StopRequest {}
message StopResponse { bool done = 1; }

message Unused { int32 one = 1; }
`;

describe('a file of Protocol Buffers', () => {
  test('its package is the title, and the comment above it a section', async () => {
    const parsed = await parse(shop);
    expect(parsed.title).toBe('shop.v1');
    expect(text(parsed.sections[0]!)).toBe('Cuts wood over the network.');
    expect(JSON.stringify(parsed)).not.toContain('Licensed');
  });

  test('a service lists its methods', async () => {
    const saws = section(await parse(shop), 'Saws');
    expect(text(saws)).toBe('A service that cuts.');
    expect(codes(saws)[0]!.code).toBe(
      'service Saws {\n  rpc Cut(CutRequest) returns (stream shop.v1.CutResponse);\n  rpc Stop(StopRequest) returns (StopResponse);\n  rpc Halt(StopRequest) returns (StopResponse);\n}',
    );
  });

  test('a method has its HTTP call and the messages without comments', async () => {
    const parsed = await parse(shop);
    const cut = section(parsed, 'Saws.Cut');
    expect(text(cut)).toBe('Cuts a board in two.');
    expect(codes(cut)[0]!.code).toBe(
      '// POST /v1/saws/{name}:cut\nrpc Cut(CutRequest) returns (stream shop.v1.CutResponse);\n\nmessage CutResponse {\n  repeated string parts = 1;\n}',
    );
    expect(codes(section(parsed, 'Saws.Stop'))[0]!.code).toContain(
      'message StopResponse { bool done = 1; }',
    );
    expect(codes(section(parsed, 'Saws.Halt'))[0]!.code).toMatch(/^\/\/ Deprecated\.\nrpc Halt/);
  });

  test('a message shows its fields with their comments, without options and the types in it', async () => {
    const parsed = await parse(shop);
    const request = section(parsed, 'CutRequest');
    expect(text(request)).toBe('What to cut.');
    expect(codes(request)[0]!.code).toBe(`message CutRequest {
  // Name of the saw; see "saws".
  string name = 1 [(validate.rules).string = {min_len: 1}];
  int32 depth = 2; // In millimeters.
  string speed = 3;
  oneof place {
    // At a mark.
    Mark mark = 6;
  }
  Grain grain = 7 [deprecated = true];
}`);
    expect(text(section(parsed, 'CutRequest.Mark'))).toBe('A mark on the board.');
    const grain = section(parsed, 'CutRequest.Grain');
    expect(text(grain)).toBe('How the grain\nruns.');
    expect(codes(grain)[0]!.code).toBe('enum Grain {\n  LONG = 0;\n  SHORT = 1;\n}');
  });

  test('a comment behind a field, or with an empty line below it, is not that of the next declaration', async () => {
    const parsed = await parse(
      'package a;\nenum One {\n  X = 0;\n} // About one.\n// About two.\nmessage Two {}\n\n// Apart.\n\nmessage Three { int32 x = 1; // X\n}\n',
    );
    expect(text(section(parsed, 'Two'))).toBe('About two.');
    expect(text(section(parsed, 'Three'))).toBe('');
  });

  test('markup of Sphinx in comments becomes Markdown', async () => {
    const parsed = await parse(
      'package a;\n// [#next-free-field: 3]\n// See :ref:`the\n// blade <b.c>` and ``x``.\n// `Site\n// <https://a.example>`_\n//\n// .. code-block:: yaml\n//\n//   a: 1\n//\n// End.\nmessage Two { int32 x = 1; }',
    );
    const two = section(parsed, 'Two');
    expect(text(two)).toContain('See the\nblade and `x`.\n[Site](https://a.example)');
    expect(codes(two)[1]).toEqual({ kind: 'code', language: 'yaml', code: 'a: 1' });
    expect(text(two)).toContain('End.');
  });

  test.each([
    ['open braces', 'message A { '.repeat(1500)],
    ['closed braces', '}'.repeat(300_000)],
    ['comments', '// a\n'.repeat(190_000)],
    ['messages with comments', '// a\nmessage A { // b\n}\n'.repeat(20_000)],
    ['methods', `service S {${'rpc A(B) returns (C);\n'.repeat(40_000)}}`],
    ['options', `message A {${'string a = 1 [\n]\n'.repeat(50_000)}}`],
    ['roles', `// ${':ref:`a '.repeat(100_000)}\nmessage A {}`],
    [
      'options in parts',
      `message A {${'oneof a {'.repeat(1500)}${'option a = 1;'.repeat(60_000)}${'}'.repeat(1500)}}`,
    ],
    ['blank lines', `message A {\n${' '.repeat(150_000)}int32 a = 1; }`],
    ['words', 'message '.repeat(120_000)],
    ['blanks', `message A {${' '.repeat(900_000)}}`],
  ])('%s take little time', async (_, content) => {
    const cpuSeconds = startCpuClock();
    await parse(`package a;\n${content}`);
    expect(cpuSeconds()).toBeLessThan(3);
  });
});

test('lines of Windows count once in the anchors of a source', async () => {
  const anchors = async (content: string): Promise<string[]> =>
    (await parse(content)).sections.map(({ anchor }) => anchor ?? '');
  expect(await anchors(shop.replaceAll('\n', '\r\n'))).toEqual(await anchors(shop));
});
