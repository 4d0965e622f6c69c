import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { parseDocument } from '../parse.ts';
import { nixOptionsToMarkdown } from './nix-options.ts';

const module = `{ config, lib, pkgs, ... }@args:
# options.comment = mkOption { };
with lib;
let
  cfg = config.programs.saw;
  bladeModule = types.submodule {
    options.teeth = mkOption {
      type = types.int;
      default = 8;
      description = "Number of teeth.";
    };
  };
in
{
  imports = [ (mkRemovedOptionModule [ "programs" "old" ] "Gone; x = 1;") ];

  options.programs.saw = with types; {
    enable = mkEnableOption "the saw";
    package = lib.mkPackageOption pkgs "saw" { };

    wood = mkOption {
      type = types.nullOr (
        types.enum [ "oak" "pine" ]
      );
      inherit (x) default;
      example = "oak";
      description = lib.mdDoc ''
        The wood, see {manpage}\`saw(1)\`.
        Not ''\${HOME} \${concatMapStrings (x: ''a; "''} \${x}.
      '';
    };

    blades = mkOption {
      type = types.attrsOf bladeModule;
      default = { };
      example = literalExpression ''
        {
          big.teeth = 4;
        };
      '';
      description = "Blades.";
    };

    tools = mkOption {
      type = types.listOf (types.submodule ({ name, ... }: {
        options = {
          "oil can" = mkOption { type = str; description = "Oil."; };
          hidden = mkOption { internal = true; description = "No."; };
        };
      }));
      default = [
        { a = 1; }
      ];
      description = "Tools.";
    };
  };

  config = mkIf cfg.enable {
    programs.other.enable = true;
    x = assert true; let y = 1; in y;
  };
}
`;

test('a module of Nix is shown as its options, also those of submodules', () => {
  expect(
    nixOptionsToMarkdown(module.split('\n'))
      .join('\n')
      .replaceAll(/\n{2,}/g, '\n'),
  ).toBe(
    [
      '# `programs.saw`',
      '## `programs.saw.enable`',
      'Whether to enable the saw.',
      '- Type: `bool`',
      '- Default: `false`',
      '## `programs.saw.package`',
      'The saw package to use.',
      '- Type: `package`',
      '## `programs.saw.wood`',
      'The wood, see {manpage}`saw(1)`.',
      "Not ${HOME} ${concatMapStrings (x: ''a; \"''} ${x}.",
      '- Type: `nullOr (enum [ "oak" "pine" ])`',
      '``````nix',
      'programs.saw.wood = "oak";',
      '``````',
      '## `programs.saw.blades`',
      'Blades.',
      '- Type: `attrsOf bladeModule`',
      '- Default: `{ }`',
      '``````nix',
      'programs.saw.blades = {',
      '  big.teeth = 4;',
      '};',
      '``````',
      '## `programs.saw.blades.<name>.teeth`',
      'Number of teeth.',
      '- Type: `int`',
      '- Default: `8`',
      '## `programs.saw.tools`',
      'Tools.',
      '- Type: `listOf (submodule)`',
      '- Default: `[ { a = 1; } ]`',
      '## `programs.saw.tools.*."oil can"`',
      'Oil.',
      '- Type: `str`',
      '',
    ].join('\n'),
  );
});

test('each option of a module is a section', async () => {
  const { title, sections } = await parseDocument({
    path: 'modules/saw.nix',
    format: 'markdown',
    content: module,
    hash: '',
  });
  expect(title).toBe('programs.saw');
  expect(sections.map(({ headings }) => headings.at(-1))).toContain('programs.saw.wood');
});

test.each([
  '{',
  '}',
  "''",
  '"',
  '${',
  '"${',
  "''${\"",
  'a = ',
  '{ options.a = mkOption { description = "',
  'let a = { options.a = mkOption { type = a; }; }; in ',
  'options.a = mkOption { type = submodule',
  '/*',
  'a.',
  "options.a = mkOption { description = ''a' $",
])('reads a hostile module of %j in linear time', (part) => {
  const clock = startCpuClock();
  nixOptionsToMarkdown([part.repeat(200_000 / part.length)]);
  nixOptionsToMarkdown(['{', ...Array.from({ length: 5_000 }, () => part)]);
  expect(clock()).toBeLessThan(5);
});
