import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../../test/support/cpu-seconds.ts';
import { formatOf } from '../../../sources/formats.ts';
import { shown } from '../../includes/shown.fixture.ts';
import { parseMdx } from './mdx.ts';
import { hasRazorExamples, hasRazorText } from './razor-page.ts';

const path = 'src/Saw.Docs/Pages/Components/Blade/BladePage.razor';

test('reads pages of Razor in projects for documentation', () => {
  expect(formatOf(path)).toBe('mdx');
  expect(formatOf('SawDemos/Pages/BladePage.razor')).toBe('mdx');
  expect(formatOf('SawDemos/Pages/Counter.razor')).toBe(undefined);
  expect(formatOf('src/Shop/Pages/CartPage.razor')).toBe(undefined);
  expect(formatOf('src/Saw.Docs/Pages/Blade/Examples/BladeExample.razor')).toBe(undefined);
  expect(hasRazorText('@page "/blade"\n<p>Cut.</p>')).toBe(true);
  expect(hasRazorExamples('@page "/blade"\n<Demo Type="typeof(Blade)" />')).toBe(true);
  expect(hasRazorExamples('@page "/blade"\n<p>Cut.</p>')).toBe(false);
  expect(hasRazorText('<p>Cut.</p>')).toBe(false);
  expect(hasRazorText('@page "/blade"\n<Blade />')).toBe(false);
});

const page = `\uFEFF@page "/blade"
@using Saw.Docs
<PageTitle>All</PageTitle>

<DocsPage>
    <DocsPageHeader Title="Blade" SubTitle="A part that cuts">
        <Description>The <CodeInline>SawBlade</CodeInline> turns { fast }.</Description>
    </DocsPageHeader>
    @* later *@
    <DocsPageSection>
        <SectionHeader Title="Sharp blades">
            <Description>See <code>@nameof(SawBlade.Teeth)</code>.</Description>
        </SectionHeader>
        <SectionContent Code="@nameof(BladeSharpExample)">
            <BladeSharpExample />
        </SectionContent>
        <SectionSubGroups>
            <DocsPageSection>
                <SectionHeader Title="Oil">
                    <Description>Slowly, mail@example.com.</Description>
                </SectionHeader>
            </DocsPageSection>
        </SectionSubGroups>
    </DocsPageSection>
    @foreach (var saw in saws)
    {
        <p>@saw.Name here</p>
    }
    <DemoSection Title="Wide"
                 Component="@typeof(BladeWide)">
        <Description>A wide one.</Description>
    </DemoSection>
    <p>Use <CodeInline>@("<Oil>")</CodeInline>.</p>
    <CodeSnippet Language="CodeLanguage.CSharp">
        var saw = new Saw&lt;Oil&gt; {
            Teeth = 3
        };
    </CodeSnippet>
    <pre><code class="language-sh">@("""saw --cut""")</code></pre>
    <DocsAttributesItem Name="Teeth" Type="int">Count of teeth.</DocsAttributesItem>
</DocsPage>

@code {
    private string hidden = "none";
}
`;
const files = {
  'src/Saw.Docs/Pages/Components/Blade/Examples/BladeSharpExample.razor':
    '\uFEFF@namespace Saw.Docs\n\n<SawBlade Sharp="true" />\n',
  'src/Saw.Docs/Pages/Components/Blade/Examples/BladeWide.razor': '<SawBlade Width="@wide" />\n',
};

test('shows the text and the examples of a page of Razor', async () => {
  const { text, code } = await shown(path, page, files);
  expect(text).toContain('The `SawBlade` turns { fast }.');
  expect(text).toContain('See `SawBlade.Teeth`.');
  expect(text).toContain('Use `<Oil>`.');
  expect(text).toContain('Slowly, mail@example.com.');
  expect(text).toContain('- `Teeth` (`int`): Count of teeth.');
  expect(text).not.toMatch(/All|later|here|hidden|using|Component=/);
  expect(code).toEqual([
    'razor: <SawBlade Sharp="true" />',
    'razor: <SawBlade Width="@wide" />',
    'csharp: var saw = new Saw<Oil> {\n    Teeth = 3\n};',
    'sh: saw --cut',
  ]);
});

test('makes headings of titles of components in Razor', () => {
  const headings = (content: string): string[][] =>
    parseMdx({ path, content, format: 'mdx', hash: '' }).sections.map((one) => one.headings);
  expect(headings(page)).toEqual([
    ['Blade'],
    ['Blade', 'Sharp blades'],
    ['Blade', 'Sharp blades', 'Oil'],
    ['Blade', 'Wide'],
  ]);
  const other = `@page "/blade"
<DocsPageTitle Path="Blade">
    Blade
</DocsPageTitle>
<DocsPageSectionTitle>
    Examples
</DocsPageSectionTitle>
<DocsPageSectionHeader Title="Cut">
    Cut it.
</DocsPageSectionHeader>
<SawText Style="Style.H3" TagName="TagName.H2" class="wide">
    More
</SawText>
<Section Size="HeadingSize.H3" Name="Oil">Oil it.</Section>
<PageHead PageTitle="@title" />
@code {
    private const string title = "Last";
}
`;
  expect(headings(other)).toEqual([
    ['Blade'],
    ['Blade', 'Examples'],
    ['Blade', 'Examples', 'Cut'],
    ['Blade', 'More'],
    ['Blade', 'More', 'Oil'],
    ['Last'],
  ]);
  expect(
    headings('@page "/b"\n<ApiDoc Type="typeof(SawBlade<>)">\n<p>Cut.</p>\n</ApiDoc>'),
  ).toEqual([['SawBlade']]);
});

test.each([
  '<A ',
  '@foreach (',
  '@*',
  '<ATitle>',
  '@(a(',
  '<A B="',
  '<pre>',
  '@code ',
  '@("',
  '<ASection Title="a">',
])('many %j take linear time', (part) => {
  const cpuSeconds = startCpuClock();
  parseMdx({ path, content: `@page "/a"\n${part.repeat(20_000)}`, format: 'mdx', hash: '' });
  expect(cpuSeconds()).toBeLessThan(2);
});
