/**
 * Names that people use for a library and that its own texts can lack: abbreviations, former names,
 * and names for imports. Every entry was reviewed: it is in wide use, and means few libraries. An
 * entry only leads to a library that the catalog has under the full name. A library with exactly
 * the abbreviated name ranks first.
 */
const abbreviations: ReadonlyMap<string, readonly string[]> = lists(`
  6to5: babel
  a1111: stable diffusion webui
  actioncable: ruby on rails, rails
  activerecord: ruby on rails, rails
  activesupport: ruby on rails, rails
  antd: ant design
  argo: argo cd
  aspnet: asp net core
  beautifulsoup: beautiful soup 4, beautiful soup
  blazor: asp net core
  bs4: beautiful soup 4, beautiful soup
  cdk: aws cdk
  clang: llvm project, llvm
  cm6: codemirror
  cnpg: cloudnativepg
  comfy: comfyui
  cql: apache cassandra, cassandra
  cra: create react app
  crdb: cockroachdb
  cv2: opencv
  daisy: daisyui
  dockerd: moby, docker engine
  ef: entity framework, efcore
  elk: elasticsearch
  es: elasticsearch
  ffprobe: ffmpeg
  framermotion: motion
  gdscript: godot, godot engine
  gh: github cli
  gha: github actions
  gmock: googletest
  gpd: geopandas
  gptindex: llamaindex
  gql: graphql
  gst: gstreamer
  gtest: googletest
  hass: home assistant
  hbs: handlebars
  hcl: terraform
  hdfs: apache hadoop, hadoop
  hf: hugging face, huggingface
  httpd: apache http server
  influx: influxdb
  ipynb: jupyter notebook
  istioctl: istio
  jade: pug
  js: javascript
  jwt: json web token
  k8s: kubernetes
  kubeadm: kubernetes
  kubectl: kubernetes
  kubelet: kubernetes
  lc: langchain
  lcel: langchain
  lgb: lightgbm
  lgbm: lightgbm
  libavcodec: ffmpeg
  libavformat: ffmpeg
  litelement: lit
  lithtml: lit
  mongo: mongodb
  mpl: matplotlib
  mssql: sql server
  mui: material ui
  mvn: apache maven, maven
  nextauth: auth js
  ng: angular
  np: numpy
  npx: npm
  nvim: neovim
  omz: oh my zsh
  ort: onnx runtime
  otel: opentelemetry
  pd: pandas
  pg: postgresql
  pgsql: postgresql
  phx: phoenix
  pil: pillow
  pl: polars, pytorch lightning
  plt: matplotlib
  postgres: postgresql
  pptr: puppeteer
  prom: prometheus
  promql: prometheus
  psql: postgresql
  ptl: pytorch lightning
  pw: playwright
  pyspark: apache spark
  r3f: react three fiber
  reactintl: format js, formatjs
  reactquery: tanstack query
  reacttable: tanstack table
  rg: ripgrep
  rhf: react hook form
  rmq: rabbitmq
  rn: react native
  ror: ruby on rails
  rtk: redux toolkit
  rtkquery: redux toolkit
  rtl: react testing library
  rx: rxjs
  sbert: sentence transformers
  scylla: scylladb
  shadcn: shadcn ui
  sk: scikit learn
  sklearn: scikit learn
  sns: seaborn
  tf: terraform, tensorflow
  tflite: tensorflow
  tfp: tensorflow probability
  tg: terragrunt
  timescale: timescaledb
  tofu: opentofu
  torch: pytorch
  trt: tensorrt
  ts: typescript
  tsc: typescript
  tw: tailwind css
  tweenmax: gsap
  uvx: uv
  vsc: visual studio code
  vscode: visual studio code
  wasm: webassembly
  wdio: webdriverio
  wp: wordpress
  wrangler: workers sdk
  xgb: xgboost
  xr: xarray
`);

/**
 * Modules whose package has another name. They apply to import statements only, because these words
 * are ordinary elsewhere.
 */
const modules: ReadonlyMap<string, readonly string[]> = lists(`
  attr: attrs
  corsheaders: django cors headers
  crypto: pycryptodome
  dateutil: python dateutil
  discord: discord py
  djangofilters: django filter
  dns: dnspython
  docx: python docx
  dotenv: python dotenv, dotenv
  fitz: pymupdf
  gi: pygobject
  git: gitpython
  jose: python jose
  jwt: pyjwt
  ldap: python ldap
  lightning: pytorch lightning
  magic: python magic
  mpltoolkits: matplotlib
  multipart: python multipart
  mysqldb: mysqlclient
  nacl: pynacl
  opengl: pyopengl
  openssl: pyopenssl
  pg: node postgres, pg, postgresql
  pkgresources: setuptools
  pptx: python pptx
  psycopg2: psycopg
  pylab: matplotlib
  restframework: django rest framework
  serial: pyserial
  skimage: scikit image
  slugify: python slugify
  socketio: python socketio
  telegram: python telegram bot
  usb: pyusb
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

/** Returns the full names that an abbreviation stands for, compact; `isImport` prefers those of a module. */
export function fullNamesOf(compactName: string, isImport = false): readonly string[] {
  const known = abbreviations.get(compactName) ?? [];
  return isImport ? (modules.get(compactName) ?? known) : known;
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
