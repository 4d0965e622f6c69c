/**
 * Names that people use for a library and that its own texts can lack: abbreviations, former names,
 * commands, parts and files. Each line has the full names of a library, and then what people call it.
 * Every entry was reviewed: it is in wide use, and means few libraries. An entry only leads to a library
 * that the catalog has under one of the full names. A library with exactly the short name ranks first.
 */
const abbreviations: ReadonlyMap<string, readonly string[]> = byShortName(`
  alembic: alembicini
  angular: ng, ngcli
  angularjs: nghide, ngrepeat, ngshow
  ansible: ansiblegalaxy, playbook
  ant design: antd
  apache airflow: airflowctl
  apache cassandra, cassandra: cql, cqlsh
  apache flink, flink: pyflink
  apache hadoop, hadoop: hdfs
  apache http server: htaccess, httpd, modrewrite
  apache kafka, kafka: kraft, kstreams
  apache maven, maven: mvn
  apache spark, spark: pyspark, sparksql
  apache zookeeper, zookeeper: zk
  argo cd: applicationset, appproject, argo
  argo workflows: argowf
  asciidoctor: adoc, asciidoc
  asp net core: aspnet, blazor, kestrel, minimalapi, minimalapis, razor, razorpages, signalr
  auth js: nextauth
  aws cdk: cdk
  babel: 6to5, babelrc
  beautiful soup 4, beautiful soup: beautifulsoup, bs4
  biome: rome, rometools
  bootstrap: bs5
  boto3: boto, botocore
  bun: bunx
  bundler: gemfile
  caddy: caddyfile
  cert manager: certissuer, clusterissuer
  clickhouse: ch
  clojure: clj
  clojurescript: cljs
  cloudnativepg: cnpg
  cluster api: capi
  cmake: cmakelists, cpack, ctest
  cockroachdb: crdb
  cocoapods: podfile
  codeigniter4, codeigniter: ci4
  codemirror: cm6
  comfyui: comfy
  composable architecture, swift composable architecture: tca
  create react app: cra
  curl: libcurl
  d3: d3js
  dagger: hilt
  daisyui: daisy
  dart sass, sass: scss
  deeplearning4j: dl4j
  delta lake: delta
  discord js: djs
  discord py: dpy
  django: djangoadmin, djangoorm, managepy
  docker compose, compose: dockercompose
  docutils, sphinx: restructuredtext, rst
  dynamodb: ddb
  elasticsearch: elk, es
  eleventy: 11ty
  entity framework core, entity framework, efcore: ef, efcore
  erlang, otp: beam, erl
  eslint: eslintrc
  etcd: etcdctl
  expo: eas, expogo
  external secrets, external secrets operator: eso, externalsecret
  fastlane: fastfile
  ffmpeg: ffprobe, libavcodec, libavformat
  firebase, firebase js sdk: fcm, firestore
  flux, flux2: fluxcd, helmrelease
  font awesome: fa
  format js, formatjs: reactintl
  geopandas: gpd
  github actions: gha
  github cli: gh
  gitlab cli: glab
  gitlab: gitlabci
  go: golang
  godot, godot engine: gdextension, gdscript
  googletest: gmock, gtest
  graphql: gql
  grpc: grpcio
  gsap: tweenmax
  gstreamer: gst
  gymnasium, gym: gym, openaigym
  handlebars: hbs
  hasura, graphql engine: hasura
  helm: helmchart, helmcharts
  hibernate orm, hibernate: hql
  home assistant: hass
  homebrew, brew: brewfile
  hugging face, huggingface: hf
  huggingface hub: hfhub
  influxdb: influx
  istio: istioctl, istiod, virtualservice
  javascript: js
  jax: jnp
  jenkins: jenkinsfile
  json web token: jwt
  julia: jl
  junit5, junit, junit framework: junitjupiter, jupiter
  jupyter notebook: ipynb
  keda: scaledobject
  kotlinx coroutines: coroutines
  ksqldb: ksql
  kubernetes: hpa, k8s, kube, kubeadm, kubeconfig, kubectl, kubelet, kubeproxy
  kustomize: kustomization
  langchain: lc, lcel
  laravel, framework: artisan, eloquent
  lightgbm: lgb, lgbm
  lit: litelement, lithtml
  llama cpp: gguf
  llamaindex: gptindex
  llvm project, llvm: clang
  log4j2, logging log4j2, apache log4j: log4j
  material ui: mui
  matplotlib: mpl, plt, pyplot
  moby, docker engine, docker: docker, dockerfile
  moby, docker engine: dockerd
  model context protocol, modelcontextprotocol: mcp
  mongodb: mongo, mongod, mongodump, mongosh
  motion: framermotion
  mysql, mysql server: mysqld, mysqldump
  nats server, nats: jetstream
  neo4j: cypher
  neovim: nvim
  net maui, maui: xamarinforms
  newtonsoft json: jsonnet
  nginx: nginxconf
  node js: iojs
  npm, npm cli: npmrc
  npm: npx
  numpy: np
  nvm: nvmrc
  obs studio: obs
  oh my zsh: omz
  onetbb: tbb
  onnx runtime: ort
  open policy agent, opa: rego
  openai python, openai node: chatgpt, gpt4
  openai: oai
  openapi specification: oas
  opencv: cv2
  openlayers: ol
  openstreetmap: osm
  opentelemetry: opencensus, opentracing, otel
  opentofu: tofu
  pandas: pd
  peft: lora, qlora
  phoenix live view, phoenix liveview: liveview
  phoenix: phx
  pillow: pil
  pip: pip3
  pipenv: pipfile
  plantuml: puml
  playwright: playwrighttest, pw
  polars, pytorch lightning: pl
  postgresql: libpq, pg, pgbasebackup, pgdump, pghba, pgsql, plpgsql, postgres, psql
  powershell: pwsh
  prettier: prettierrc
  prometheus operator: podmonitor, prometheusrule, promoperator, servicemonitor
  prometheus: alertmanager, prom, promql
  protocol buffers, protobuf: proto3, protobuf, protoc
  pug: jade
  puppeteer: pptr
  pyright: pylance
  python telegram bot: ptb
  python, cpython: cpython, py, tkinter
  pytorch geometric: pyg, torchgeometric
  pytorch image models: timm
  pytorch lightning: ptl
  pytorch: libtorch, torch, torchscript
  qt: qml
  rabbitmq: rmq
  raspberry pi: rpi
  react hook form: hookform, rhf
  react native: rn
  react navigation: reactnav
  react router: reactrouterdom, remix, rr
  react testing library: rtl
  react three fiber: r3f
  react: jsx, reactdom, rsc
  redux toolkit: rtk, rtkquery
  ripgrep: rg
  ruby on rails, rails: actioncable, actionmailer, actionpack, actionview, activejob, activemodel, activerecord, activestorage, activesupport, railties
  ruby on rails: ror
  ruby: irb, rb
  rust: rustc, rustlang
  rxjs: rx
  scikit image: skimage
  scikit learn: sk, sklearn
  scylladb: scylla
  seaborn: sns
  selenium: webdriver
  sentence transformers: sbert
  serverless framework, serverless: sls
  shadcn ui: shadcn
  sheetjs: xlsx
  spring data jpa, hibernate orm, hibernate: jpa
  spring framework: springmvc, springwebflux, webflux
  sql server: mssql
  sqlalchemy: sqla
  sqlite: sqlite3
  stable baselines3: sb3
  stable diffusion webui: a1111, automatic1111
  stable diffusion, diffusers: sd, sdxl
  svelte: runes
  sveltekit: sapper, sveltejsadapterauto, sveltejsadapternode, sveltejsadapterstatic, sveltejsadaptervercel
  swift package manager: spm, swiftpm
  tailwind css: tw
  tanstack query: reactquery, solidquery, sveltequery, vuequery
  tanstack router: reactlocation
  tanstack table: reacttable
  tanstack virtual: reactvirtual
  tensorboard: tb
  tensorflow datasets: tfds
  tensorflow js, tfjs: tfjs
  tensorflow probability: tfp
  tensorflow: tflite
  tensorrt: trt
  terraform, opentofu: tfmodule
  terraform, tensorflow: tf
  terraform: hcl, tfstate, tfvars
  terragrunt: tg
  testing library, dom testing library: testinglib
  tilt: tiltfile
  timescaledb: timescale
  torchvision, vision: torchvision
  traefik: ingressroute
  trino: prestosql
  turbo rails, turbo, stimulus: hotwire
  turborepo, next js: turbopack
  turborepo: turbojson
  typescript: ts, tsc, tsconfig
  ultralytics: yolo, yolo11, yolov5, yolov8
  unity: unity3d
  unreal engine: ue, ue4, ue5
  uv: uvx
  vagrant: vagrantfile
  varnish, varnish cache: vcl
  victoriametrics: metricsql, vmagent
  vim: vimrc
  virtualbox: vbox
  visual studio code: vsc, vscode
  webassembly: wasm
  webdriverio: wdio
  wordpress: wp
  workers sdk: cfworkers, cloudflareworkers, miniflare, wrangler
  xarray: xr
  xgboost: xgb
  yarn: yarnberry
  zeromq, libzmq: zmq
  zigbee2mqtt: z2m
`);

/**
 * Modules whose package has another name. They apply to import statements only, because these words
 * are ordinary elsewhere.
 */
const modules: ReadonlyMap<string, readonly string[]> = byShortName(`
  capacitor: cap
  apache arrow, arrow: pyarrow
  attrs: attr
  confluent kafka python: confluentkafka
  discord py: discord
  django cors headers: corsheaders
  django filter: djangofilters
  django rest framework: restframework
  dnspython: dns
  factory boy: factory
  gitpython: git
  google api python client: googleapiclient
  kafka python, apache kafka: kafka
  matplotlib: mpltoolkits, pylab
  mongo python driver, pymongo, mongodb: bson, gridfs, pymongo
  mysqlclient: mysqldb
  node postgres, pg, postgresql: pg
  openlayers: ol
  protocol buffers, protobuf: googleprotobuf
  psycopg: psycopg2
  pycryptodome: crypto
  pygithub: github
  pygobject: gi
  pyjwt: jwt
  pymemcache: memcache
  pymupdf: fitz
  pynacl: nacl
  pyopengl: opengl
  pyopenssl: openssl
  pyserial: serial
  python dateutil: dateutil
  python docx: docx
  python dotenv, dotenv: dotenv
  python gitlab: gitlab
  python jose: jose
  python ldap: ldap
  python levenshtein: levenshtein
  python magic: magic
  python markdown: markdown
  python multipart: multipart
  python pptx: pptx
  python slack sdk: slacksdk
  python slugify: slugify
  python socketio: socketio
  python telegram bot: telegram
  pytorch lightning: lightning
  pyusb: usb
  pywin32: win32api, win32com, win32con
  pyyaml: yaml
  pyzmq: zmq
  redis py: redis
  scikit image: skimage
  setuptools: pkgresources
  torchvision, vision: torchvision
  vcrpy: vcr
  wxpython: wx
`);

/** Short words that descriptions spell out. */
const terms: ReadonlyMap<string, string> = new Map([
  ['auth', 'authentication'],
  ['cd', 'continuous delivery'],
  ['ci', 'continuous integration'],
  ['cli', 'command line'],
  ['cv', 'computer vision'],
  ['db', 'database'],
  ['e2e', 'end to end'],
  ['gui', 'graphical user interface'],
  ['iac', 'infrastructure as code'],
  ['llm', 'language models'],
  ['llms', 'language models'],
  ['ml', 'machine learning'],
  ['nlp', 'natural language processing'],
  ['odm', 'object document mapper'],
  ['rag', 'retrieval'],
  ['ssr', 'server rendering'],
]);

/** Returns the words that a short word stands for; undefined if it stands for none. */
export function spelledOut(word: string): string | undefined {
  return terms.get(word);
}

/** Returns the full names that an abbreviation stands for, compact; `isImport` prefers those of a module. */
export function fullNamesOf(compactName: string, isImport: boolean): readonly string[] {
  const known = abbreviations.get(compactName) ?? [];
  return isImport ? (modules.get(compactName) ?? known) : known;
}

function byShortName(text: string): Map<string, string[]> {
  const fullNames = new Map<string, string[]>();
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const [full = '', short = ''] = line.trim().split(': ');
    const names = full.split(', ').map((name) => name.replaceAll(' ', ''));
    for (const name of short.split(', ')) {
      fullNames.set(name, [...(fullNames.get(name) ?? []), ...names]);
    }
  }
  return fullNames;
}
