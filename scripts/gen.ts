// Writes what is generated: types from the custom resource definitions and their copies in the chart, the settings page from the settings' schema,
// the table of operations and the types of the dashboard and of the server's routes from the OpenAPI document.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { parse } from 'yaml';
import { settings, type SettingSchema } from '../src/cli/settings/schema.ts';
import { environmentName } from '../src/cli/settings/settings.ts';
import { writeOperations } from './api-docs.ts';
import { writeApiTypes, writeOperationTypes } from './api-types.ts';
import { writeChartValues } from './chart-docs.ts';

interface Definition {
  spec: { versions: { schema: { openAPIV3Schema: { properties: Record<string, JSONSchema> } } }[] };
}

/** Custom resource definitions and the module and type name their types get. */
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
    const flag = schema.secret
      ? ''
      : `\`--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}\``;
    return `| \`${name}\` | ${flag} | \`${environmentName(name)}\` | ${defaultOf(name, schema)} | ${schema.commands.join(', ')} | ${schema.description} |`;
  });
  const page = `# Configuration

Every setting, and the commands that read it (\`up\` is the whole program in one process; \`controller\`, \`serve\`, \`gateway\` and \`index\` are the
processes of a cluster, whose settings the chart writes). A flag wins over the environment, the environment over the file named by \`--config\` or
\`LECTERN_CONFIG\` (YAML, with the names of the first column). Mistakes are all named at start. Secrets are read from the environment or the
file only, since a command line is seen by every process.

| setting | flag | environment | default | commands | meaning |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

Lists are separated by commas in the environment and by spaces after a flag.

## Files in the data directory

| file | what it holds |
| --- | --- |
| \`lectern.db\` | libraries, their state and search records |
| \`snippets/\` | one SQLite file a library: snippets, full-text index, vectors |
| \`runs/\` | scratch folders of runs, emptied at start |
| \`operator.token\` | proves that a command comes from the directory's owner |
| \`server.url\` | the address of the running server; commands send the operator token to that address alone |
| \`admin.key\` | the first admin key, unless one was given |
| \`lectern.lock\` | the process that uses the directory |
`;
  await writeFile('docs/reference/configuration.md', page);
}

function defaultOf(name: string, schema: SettingSchema): string {
  if (name === 'threads') return 'one less than the cores';
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
await writeOperations();
await writeApiTypes();
await writeOperationTypes();
