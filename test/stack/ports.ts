import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';

// Systems assign ports for outgoing connections from 32768 (Linux), and NodePorts from 30000.
// Lower ports stay free while a service is stopped.
const lowest = 20_000;
const highest = 29_999;

/**
 * Returns free TCP ports and records them in the folder of the stack, so that no other service or
 * stack gets them.
 */
export async function freePorts(folder: string, count: number): Promise<number[]> {
  const ports: number[] = [];
  await mkdir(join(folder, 'ports'), { recursive: true });
  while (ports.length < count) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest + 1));
    if ((await claim(folder, port)) && (await isFree(port))) ports.push(port);
  }
  return ports;
}

async function claim(folder: string, port: number): Promise<boolean> {
  const note = (stack: string) => join(stack, 'ports', String(port));
  try {
    await writeFile(note(folder), '', { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  const beside = await readdir(dirname(folder));
  const others = beside
    .map((name) => join(dirname(folder), name))
    .filter((path) => path !== folder);
  if (!others.some((stack) => existsSync(note(stack)))) return true;
  await rm(note(folder));
  return false;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return await new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '0.0.0.0', () => server.close(() => resolve(true)));
  });
}
