// Writes src/resources/library.gen.ts from the custom resource definition, its only source.
import { readFile, writeFile } from 'node:fs/promises';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { parse } from 'yaml';

interface Definition {
  spec: { versions: { schema: { openAPIV3Schema: Schema } }[] };
}
interface Schema {
  properties: Record<string, JSONSchema>;
}

const crd = parse(await readFile('crds/lectern.dev_libraries.yaml', 'utf8')) as Definition;
const schema = crd.spec.versions[0]!.schema.openAPIV3Schema;
const banner = '// Made by `npm run gen` from crds/lectern.dev_libraries.yaml. Do not edit.\n';
const options = { additionalProperties: false, bannerComment: '', ignoreMinAndMaxItems: true };
const spec = await compile(schema.properties['spec']!, 'LibrarySpec', options);
const status = await compile(schema.properties['status']!, 'LibraryStatus', options);
const schemas = `/** The schema of .spec, for validation at the edges. */\nexport const librarySpecSchema = ${JSON.stringify(schema.properties['spec'], null, 2)};\n`;
await writeFile('src/resources/library.gen.ts', `${banner}\n${spec}\n${status}\n${schemas}`);
