// Generates files: types and chart copies from the custom resource definitions, the settings page from the settings' schema, and
// the table of operations and the types of the dashboard and of the server's routes from the OpenAPI document.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { parse } from 'yaml';
import { settings, type SettingSchema } from '../src/cli/settings/schema.ts';
import { environmentName, flagName } from '../src/cli/settings/settings.ts';
import { writeDescription } from './api-description.ts';
import { writeOperations } from './api-docs.ts';
import { writeApiTypes, writeOperationTypes } from './api-types.ts';
import { writeChartValues } from './chart-docs.ts';

interface Definition {
  spec: { versions: { schema: { openAPIV3Schema: { properties: Record<string, JSONSchema> } } }[] };
}

/** Custom resource definitions, with the module and type name of their types. */
const kinds = [
  { crd: 'lectern.dev_libraries.yaml', module: 'library', type: 'Library' },
  { crd: 'lectern.dev_manifestsyncs.yaml', module: 'manifest-sync', type: 'ManifestSync' },
];

async function writeTypes({ crd, module, type }: (typeof kinds)[number]): Promise<void> {
  const text = await readFile(`crds/${crd}`, 'utf8');
  const { properties } = (parse(text) as Definition).spec.versions[0]!.schema.openAPIV3Schema;
  const banner = `// Made by \`npm run gen\` from crds/${crd}. Do not edit.\n`;
  const options = { additionalProperties: false, bannerComment: '', ignoreMinAndMaxItems: true };
  const spec = await compile(properties['spec']!, `${type}Spec`, options);
  const status = await compile(properties['status']!, `${type}Status`, options);
  const name = `${type[0]!.toLowerCase()}${type.slice(1)}SpecSchema`;
  const schema = `/** The schema of .spec, for validation at the edges. */\nexport const ${name} = ${JSON.stringify(properties['spec'], null, 2)};\n`;
  await writeFile(`src/resources/${module}.gen.ts`, `${banner}\n${spec}\n${status}\n${schema}`);
}

/** The chart cannot read files outside its folder. */
async function copyIntoChart({ crd }: (typeof kinds)[number]): Promise<void> {
  await mkdir('charts/lectern/crd-bases', { recursive: true });
  await copyFile(`crds/${crd}`, `charts/lectern/crd-bases/${crd}`);
}

async function writeSettingsPage(): Promise<void> {
  const rows = Object.entries<SettingSchema>(settings).map(([name, schema]) => {
    const flag = flagName(name, schema);
    return `| \`${name}\` | ${flag ? `\`${flag}\`` : ''} | \`${environmentName(name)}\` | ${defaultOf(name, schema)} | ${schema.commands.join(', ')} | ${schema.description} |`;
  });
  const page = `# Configuration

This page lists every setting and the commands that read it. \`up\` runs everything in one process. \`controller\`, \`serve\`, \`gateway\`, \`embed\` and
\`index\` are the processes of a cluster; the chart writes their settings.

You can set a value by flag, in the environment, or in a YAML file that you name by \`--config\` or \`LECTERN_CONFIG\`. The file uses the names
in the first column. Flags override the environment, and the environment overrides the file. Each process checks its settings at start and
reports every mistake. It also warns of a variable whose name is nearly that of a setting, such as \`LECTERN_ALLOWED_HOST\`. Secrets have no flag, because every process on the machine can read a command line. \`leaderElection\` has none
either, because it is on by default.

| setting | flag | environment | default | commands | meaning |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

In the environment, separate the values of a list by commas. After a flag, separate them by spaces. Lectern ignores line breaks at the
end of a value, such as those of a Secret made of a file.

## Files in the data directory

| file | what it holds |
| --- | --- |
| \`lectern.db\` | libraries, their status and search records |
| \`snippets/\` | one SQLite file per library: snippets, full-text index, vectors |
| \`runs/\` | temporary folders of runs, emptied at start |
| \`operator.token\` | token that proves that a command comes from the owner of the directory |
| \`server.url\` | address of the running server; commands send the operator token only there |
| \`admin.key\` | first admin key, unless you set one |
| \`secrets.key\` | key that decrypts the credentials in \`lectern.db\` |
| \`uploads/\` | uploaded sources, such as API descriptions; incomplete ones are removed at start |
| \`lock.db\` | empty file that the process that uses the directory has locked |
| \`lectern.lock\` | ID of that process, for people |

Only the user of the server can read these files. Without other files, the directory is private, too. A directory with other files, such as a
project, stays readable for other users.
`;
  await writeFile('docs/reference/configuration.md', page);
}

function defaultOf(name: string, schema: SettingSchema): string {
  if (name === 'threads') return 'the cores';
  const value = schema.default;
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return '';
  return `\`${JSON.stringify(value).replaceAll('"', '')}\``;
}

for (const kind of kinds) {
  await writeTypes(kind);
  await copyIntoChart(kind);
}
await writeSettingsPage();
await writeChartValues();
// The others read the document.
await writeDescription();
await writeOperations();
await writeApiTypes();
await writeOperationTypes();
