// The content of the image, for the build without Docker. The Dockerfile states the same in its
// own words. content.test.ts compares the two.

/** Folder of the program in the image. */
export const appFolder = '/app';

/**
 * Paths of the repository that the image has under `appFolder`. The build creates those that end
 * in `dist`.
 */
export const programPaths = [
  'bin',
  'crds',
  'dashboard/dist',
  'dist',
  'package.json',
  'LICENSE',
  'NOTICE',
];

/** The model that the image contains. It is large and changes seldom. */
export const modelPath = 'models/all-minilm-l6-v2';

/** User and group of every process. */
export const userId = 65532;

/** Folder of the data of `lectern up`. It belongs to the user. */
export const dataFolder = '/data';

/** The configuration of the image for container runtimes. */
export const runtimeConfig = {
  User: `${userId}:${userId}`,
  // tini ends the children that a killed git leaves behind. If node were the first process, they
  // would stay as zombies.
  Entrypoint: ['tini', '--', 'lectern'],
  WorkingDir: appFolder,
  Env: [
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    'NODE_ENV=production',
    `LECTERN_DATA=${dataFolder}`,
  ],
};
