import type { JobTemplate } from '../../src/jobs/kubernetes/template.ts';

/** What the benchmark's installation adds to the Pod of every run: nothing. */
export const jobTemplate: JobTemplate = {
  spec: { containers: [{ name: 'lectern', image: 'lectern' }] },
};
