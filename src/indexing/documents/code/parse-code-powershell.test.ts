import { expect, test } from 'vitest';
import { codes, section, text } from '../../../../test/support/sections.ts';
import { parseSource, symbolsOf } from '../../../../test/support/source-code.ts';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';

const content = `# Copyright of the shop.
$script:Saws = "a # sign \`" and 'more"

function Get-Saw {
    <#
    .SYNOPSIS
        Gets saws.

    .DESCRIPTION
        Gets saws. Oils them before.

    .PARAMETER Name
        Name of the saw.
        It can have stars.

    .PARAMETER Force

    .OUTPUTS
        Saw

    .NOTES
        Author: Ann
        Needs a shop.

    .EXAMPLE
        PS C:\\> $saw = Get-Saw -Name Bow
        PS C:\\> $saw.Teeth

        Shows the teeth of one saw.

    .EXAMPLE
        # Shows all.
        Get-Saw |
            Out-Host

        Get-Saw -Force
        Gets all saws.

    .LINK
        https://example.com/saws
    #>
    [CmdletBinding(SupportsShouldProcess)]
    param(
        [Parameter(Mandatory)]
        [string] $Name = 'a)b',

        [switch] $Force
    )
    process { Read-Saw }
}

# .SYNOPSIS
# Cuts a board.
# .EXAMPLE
# Invoke-Cut oak
function global:Invoke-Cut($Board, $Depth = 3) {
    # Not the help.
}

function Read-Saw { "hidden" }

<#
.SYNOPSIS
    Help of nothing.
#>



filter Out-Saw { <# .SYNOPSIS of none #> $_ }
`;

test('functions of PowerShell have their help and their parameters', async () => {
  expect(await symbolsOf('Shop/Public/saws.psm1', content)).toEqual([
    [
      'Get-Saw',
      "function Get-Saw {\n    param(\n        [Parameter(Mandatory)]\n        [string] $Name = 'a)b',\n\n        [switch] $Force\n    )\n}",
    ],
    ['Invoke-Cut', 'function global:Invoke-Cut($Board, $Depth = 3)'],
  ]);
  const saw = section(await parseSource('Shop/Public/saws.psm1', content), 'Get-Saw');
  expect(saw.headings).toEqual(['Shop/Public/saws', 'Get-Saw']);
  expect(text(saw)).toBe(
    'Gets saws. Oils them before.\n\nParameters:\n\n- `Name`: Name of the saw. It can have stars.\n- `Force`\n\nOutputs: Saw\n\nNeeds a shop.\n\n**Example**\n\nShows the teeth of one saw.\n\n**Example**\n\nGets all saws.\n',
  );
  expect(codes(saw).map(({ code }) => code)).toEqual([
    expect.stringContaining('function Get-Saw'),
    '$saw = Get-Saw -Name Bow\n$saw.Teeth',
    '# Shows all.\nGet-Saw |\n    Out-Host\n\nGet-Saw -Force',
  ]);
});

test('a script of PowerShell that is a command has the help above it', async () => {
  const script = `#Requires -Version 7
<#
.SYNOPSIS
Sells saws.
.EXAMPLE
\`\`\`powershell
./Sell-Saw.ps1 -Count 3
\`\`\`
Sells three.
#>
param([int] $Count)
`;
  const read = await parseSource('Shop/Public/Sell-Saw.ps1', script);
  expect(section(read, 'Sell-Saw').headings).toEqual(['Shop', 'Sell-Saw']);
  expect(codes(section(read, 'Sell-Saw')).map(({ code }) => code)).toEqual([
    'param([int] $Count)',
    './Sell-Saw.ps1 -Count 3',
  ]);
});

test.each(['Shop/Private/Get-Saw.ps1', 'Get-Saw.Tests.ps1', 'tests/Get-Saw.ps1'])(
  'what only the project itself calls is not shown: %s',
  async (path) => {
    expect((await parseSource(path, content)).sections).toEqual([]);
  },
);

test.each([
  ['comments with help', '<#\n.SYNOPSIS\n#>\n'.repeat(20_000)],
  ['functions', 'function Get-Saw (\n'.repeat(1_900)],
  ['attributes', `${'function a {\n[a]'.repeat(1_000)}${'[a]'.repeat(200_000)}`],
  ['quotation marks', '"`'.repeat(400_000)],
  ['examples', `<#\n.SYNOPSIS\n${'.EXAMPLE\nPS A:\\'.repeat(50_000)}#>\nfunction a {}`],
])('many %s of PowerShell take linear time', async (_, hostile) => {
  const seconds = startCpuClock();
  await parseSource('saw.ps1', hostile);
  expect(seconds()).toBeLessThan(3);
});

test('a file of PowerShell that ends behind the name of a function is read', async () => {
  const names = await symbolsOf('src/saws.ps1', `${content}\nfunction Get-End\n`);
  expect(names).toEqual(await symbolsOf('src/saws.ps1', content));
});
