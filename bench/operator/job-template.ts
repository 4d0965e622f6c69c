import type { JobTemplate } from '../../src/jobs/kubernetes/template.ts';

/** The installation's additions to the Pod of every run: none. */
export const jobTemplate: JobTemplate = {
  spec: { containers: [{ name: 'lectern', image: 'lectern' }] },
};
