import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { packLayer, writeOciArchive } from './image/oci-archive.ts';

/** Name of the image whose only process holds a Pod's namespaces. */
export const pauseImage = 'lectern.test/pause:1';

/** Packs the pause program as an OCI image archive below a folder. Returns the archive's path. */
export async function writePauseImage(program: string, folder: string): Promise<string> {
  const work = join(folder, 'pause-image');
  const root = join(work, 'root');
  await mkdir(root, { recursive: true });
  await copyFile(program, join(root, 'pause'));
  const layer = join(work, 'layer.tar');
  await packLayer(root, layer);
  const archive = join(work, 'pause.tar');
  await writeOciArchive(archive, {
    name: pauseImage,
    layers: [layer],
    config: { Entrypoint: ['/pause'], User: '65535:65535' },
    folder: join(work, 'oci'),
  });
  return archive;
}
