// What the image is, said once for the image that is built here without Docker. The Dockerfile says the same in its own
// words; content.test.ts compares the two.

/** Where the program is in the image. */
export const appFolder = '/app';

/** Paths of the repository that the image carries under `appFolder`; those that end in `dist` are built for it. */
export const programPaths = [
  'bin',
  'crds',
  'dashboard/dist',
  'dist',
  'package.json',
  'LICENSE',
  'NOTICE',
];

/** The model of the repository that the image carries; it changes seldom and weighs much. */
export const modelPath = 'models/all-minilm-l6-v2';

/** User and group of every process. */
export const userId = 65532;

/** Where `lectern up` keeps what it indexes; belongs to the user. */
export const dataFolder = '/data';

/** What the image says of itself to a container runtime. */
export const runtimeConfig = {
  User: `${userId}:${userId}`,
  // tini ends the children that git leaves behind when it is killed: node as the first process would collect them for ever.
  Entrypoint: ['tini', '--', 'lectern'],
  WorkingDir: appFolder,
  Env: [
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    'NODE_ENV=production',
    `LECTERN_DATA=${dataFolder}`,
  ],
};
