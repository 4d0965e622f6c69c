import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { arch } from 'node:process';
import { run } from '../commands.ts';

/** A layer of an image: an uncompressed tar file with its checksum beside it, named `<file>.sha256`. */
export type LayerFile = string;

/** An entry of a layer that does not belong to root. */
export interface OwnedPath {
  path: string;
  id: number;
}

const architectures: Partial<Record<NodeJS.Architecture, string>> = {
  x64: 'amd64',
  arm64: 'arm64',
};

/**
 * Options of every tar file. They make the bytes depend only on the content: not on the user, the
 * time or the umask.
 */
const reproducible = [
  '--format=gnu',
  '--sort=name',
  '--mtime=@0',
  '--numeric-owner',
  '--mode=a+rX,u+w',
];

/** Packs a folder as a layer that root owns, except for the given paths. */
export async function packLayer(
  root: string,
  layer: LayerFile,
  owned: OwnedPath[] = [],
): Promise<void> {
  const excluded = owned.map(({ path }) => `--exclude=./${path}`);
  const asRoot = ['--owner=0', '--group=0', ...excluded];
  await run('tar', ['-cf', layer, ...reproducible, ...asRoot, '-C', root, '.']);
  for (const { path, id } of owned) {
    const as = [`--owner=${id}`, `--group=${id}`];
    await run('tar', ['-rf', layer, ...reproducible, ...as, '-C', root, `./${path}`]);
  }
  await writeFile(`${layer}.sha256`, await sha256Of(layer));
}

/**
 * Writes an OCI archive of layers, the lowest first, for `ctr images import` and `docker load`.
 * `folder` is empty and in the file system of the layers. The parts of the archive are put
 * together there.
 */
export async function writeOciArchive(
  file: string,
  {
    name,
    layers,
    config,
    folder,
  }: { name: string; layers: LayerFile[]; config: object; folder: string },
): Promise<void> {
  const blobs = join(folder, 'blobs/sha256');
  await mkdir(blobs, { recursive: true });
  const put = async (mediaType: string, content: object): Promise<object> => {
    const text = JSON.stringify(content);
    const digest = createHash('sha256').update(text).digest('hex');
    await writeFile(join(blobs, digest), text);
    return { mediaType, digest: `sha256:${digest}`, size: Buffer.byteLength(text) };
  };
  const descriptors: { digest: string }[] = [];
  for (const layer of layers) {
    const digest = await readFile(`${layer}.sha256`, 'utf8');
    await link(layer, join(blobs, digest));
    const { size } = await stat(layer);
    const mediaType = 'application/vnd.oci.image.layer.v1.tar';
    descriptors.push({ mediaType, digest: `sha256:${digest}`, size } as { digest: string });
  }
  const image = await put('application/vnd.oci.image.config.v1+json', {
    architecture: architectures[arch] ?? arch,
    os: 'linux',
    config,
    rootfs: { type: 'layers', diff_ids: descriptors.map(({ digest }) => digest) },
  });
  const manifest = await put('application/vnd.oci.image.manifest.v1+json', {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config: image,
    layers: descriptors,
  });
  const annotations = {
    'io.containerd.image.name': name,
    'org.opencontainers.image.ref.name': name.slice(name.lastIndexOf(':') + 1),
  };
  const index = { schemaVersion: 2, manifests: [{ ...manifest, annotations }] };
  await writeFile(join(folder, 'index.json'), JSON.stringify(index));
  await writeFile(join(folder, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }));
  const entries = ['oci-layout', 'index.json', 'blobs'];
  await run('tar', ['-cf', file, ...reproducible, '-C', folder, ...entries]);
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
