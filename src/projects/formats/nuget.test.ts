import { expect, test } from 'vitest';
import { listTexts, readTexts } from '../../../test/doubles/project-texts.ts';

const project = `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><SerilogVersion>4.0.0</SerilogVersion></PropertyGroup>
  <ItemGroup>
    <PackageReference Include="Serilog" Version="$(SerilogVersion)" />
    <PackageReference Include="Polly"><Version>8.4.0</Version></PackageReference>
    <PackageReference Include="Dapper" />
    <PackageReference Include="Ranged" Version="1.*" />
    <PackageReference Include="Analyzer" Version="1.0.0" PrivateAssets="all" />
    <PackageReference Include="../evil" Version="1.0.0" />
    <ProjectReference Include="..\\Core\\Core.csproj" />
  </ItemGroup>
</Project>`;
const central = `<Project><ItemGroup><PackageVersion Include="dapper" Version="2.1.35" /></ItemGroup></Project>`;

test('project files give versions, also of Directory.Packages.props', () => {
  const texts = { 'src/Web/Web.csproj': project, 'Directory.Packages.props': central };
  expect(listTexts('nuget', texts)).toEqual([
    'Analyzer@1.0.0 dev',
    'Dapper@2.1.35',
    'Polly@8.4.0',
    'Ranged@',
    'Serilog@4.0.0',
  ]);
  expect(readTexts('nuget', texts).refused.map(({ entry }) => entry)).toEqual(['../evil']);
});

test('packages.lock.json gives resolved versions, and test projects are for development', () => {
  const tests = `<Project Sdk="Microsoft.NET.Sdk"><ItemGroup>
    <PackageReference Include="Microsoft.NET.Test.Sdk" Version="17.10.0" />
    <PackageReference Include="Polly" Version="8.*" /></ItemGroup></Project>`;
  const lock = JSON.stringify({
    version: 1,
    dependencies: {
      'net8.0': {
        Polly: { type: 'Direct', requested: '[8.*, )', resolved: '8.4.1' },
        Deep: { type: 'Transitive', resolved: '1.0.0' },
      },
    },
  });
  const texts = { 'test/T.csproj': tests, 'test/packages.lock.json': lock };
  expect(listTexts('nuget', texts)).toEqual([
    'Microsoft.NET.Test.Sdk@17.10.0 dev',
    'Polly@8.4.1 dev',
  ]);
});
