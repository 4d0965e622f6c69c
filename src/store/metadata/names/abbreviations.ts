/**
 * Names that people use for a library and that its own texts can lack: abbreviations, former names,
 * and names for imports. Every entry was reviewed: it is in wide use, and means few libraries. An
 * entry only leads to a library that the catalog has under the full name. A library with exactly
 * the abbreviated name ranks first.
 */
const abbreviations: ReadonlyMap<string, readonly string[]> = lists(`
  antd: ant design
  argo: argo cd
  bs4: beautiful soup 4, beautiful soup
  cdk: aws cdk
  cnpg: cloudnativepg
  cra: create react app
  cv2: opencv
  ef: entity framework, efcore
  es: elasticsearch
  gh: github cli
  gha: github actions
  gql: graphql
  gtest: googletest
  hcl: terraform
  hf: hugging face, huggingface
  js: javascript
  jwt: json web token
  k8s: kubernetes
  lgbm: lightgbm
  mpl: matplotlib
  mongo: mongodb
  mui: material ui
  ng: angular
  np: numpy
  nvim: neovim
  otel: opentelemetry
  pd: pandas
  pg: postgresql
  pil: pillow
  plt: matplotlib
  postgres: postgresql
  psql: postgresql
  pw: playwright
  pyspark: apache spark
  r3f: react three fiber
  reactquery: tanstack query
  reacttable: tanstack table
  framermotion: motion
  nextauth: auth js
  rhf: react hook form
  rn: react native
  ror: ruby on rails
  rtk: redux toolkit
  rtl: react testing library
  sbert: sentence transformers
  sk: scikit learn
  sklearn: scikit learn
  sns: seaborn
  tf: terraform, tensorflow
  torch: pytorch
  ts: typescript
  tw: tailwind css
  wp: wordpress
  xgb: xgboost
`);

/**
 * Modules whose package has another name. They apply to import statements only, because these words
 * are ordinary elsewhere.
 */
const modules: ReadonlyMap<string, readonly string[]> = lists(`
  attr: attrs
  dateutil: python dateutil
  docx: python docx
  dotenv: python dotenv, dotenv
  fitz: pymupdf
  git: gitpython
  jwt: pyjwt
  nacl: pynacl
  serial: pyserial
  skimage: scikit image
  wx: wxpython
  yaml: pyyaml
  zmq: pyzmq
`);

/** Short words that descriptions spell out. */
const terms: ReadonlyMap<string, string> = new Map([
  ['auth', 'authentication'],
  ['db', 'database'],
  ['e2e', 'end to end'],
  ['iac', 'infrastructure as code'],
  ['llm', 'language models'],
  ['llms', 'language models'],
  ['ml', 'machine learning'],
  ['nlp', 'natural language processing'],
  ['rag', 'retrieval'],
  ['ssr', 'server rendering'],
]);

/** Returns the words that a short word stands for; undefined if it stands for none. */
export function spelledOut(word: string): string | undefined {
  return terms.get(word);
}

/** Returns the full names that an abbreviation stands for, compact; `isImport` includes names of modules. */
export function fullNamesOf(compactName: string, isImport = false): readonly string[] {
  const known = abbreviations.get(compactName) ?? [];
  return isImport ? [...known, ...(modules.get(compactName) ?? [])] : known;
}

function lists(text: string): Map<string, string[]> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return new Map(
    lines.map((line) => {
      const [short = '', full = ''] = line.trim().split(': ');
      return [short, full.split(', ').map((name) => name.replaceAll(' ', ''))];
    }),
  );
}
