// Runs when the cluster is up: builds the image of the program from the current sources, for its
// Pods.
import type { TestProject } from 'vitest/node';
import { buildImage } from '../stack/image.ts';
import { Stack } from '../stack/stack.ts';

/** Builds the image and imports it into the node. */
export async function setup(project: TestProject): Promise<void> {
  const stack = Stack.open(project.config.env['LECTERN_TEST_STACK']);
  await stack.importImage((await buildImage(stack.folder)).tar);
}
