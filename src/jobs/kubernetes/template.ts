import type { V1Container, V1PodSpec, V1Volume } from '@kubernetes/client-node';
import { messageOf } from '../../base/errors.ts';
import { parsePrivateYaml } from '../../base/private-yaml.ts';
import { requestMistake } from '../../resources/quantity.ts';

/**
 * The installation's part of every run's Pod: a PodTemplateSpec with one container, `lectern`, with at least an image. It
 * can add environment, resources, scheduling, volumes and init containers.
 */
export interface JobTemplate {
  metadata?: { labels?: Record<string, string>; annotations?: Record<string, string> };
  spec: Omit<V1PodSpec, 'containers'> & { containers: [V1Container & { image: string }] };
}

/** The container of a run, in the template and in the Job. */
export const containerName = 'lectern';

/** Names of the volumes of every run's Pod. */
export const volumeNames = {
  job: 'lectern-job',
  run: 'lectern-run',
  credentials: 'lectern-credentials',
  tmp: 'tmp',
};

/** Parses the file of the setting jobTemplate. Throws an Error that names the mistake and quotes no line. */
export function parseJobTemplate(text: string): JobTemplate {
  let template: unknown;
  try {
    template = parsePrivateYaml(text);
  } catch (error) {
    throw new Error(`The Job template cannot be read: ${messageOf(error)}`, { cause: error });
  }
  const mistake = templateMistake(template);
  if (mistake) throw new Error(`The Job template ${mistake}`);
  return template as JobTemplate;
}

function templateMistake(template: unknown): string | undefined {
  const { spec } = (template ?? {}) as Partial<JobTemplate>;
  const containers: Partial<V1Container>[] = spec?.containers ?? [];
  const [container] = containers;
  if (containers.length !== 1 || container?.name !== containerName) {
    return `must have one container, named ${containerName}, at spec.containers; it has ${containers.map(({ name }) => name).join(', ') || 'none'}`;
  }
  if (!container.image) return `must have spec.containers[0].image, the image that holds lectern`;
  return resourcesMistake(container) ?? volumeMistake(spec?.volumes ?? []);
}

function resourcesMistake({ resources = {} }: Partial<V1Container>): string | undefined {
  const request = requestMistake(resources);
  return (
    request && `has a mistake at spec.containers[0] (indexer.resources of the chart): ${request}`
  );
}

function volumeMistake(volumes: V1Volume[]): string | undefined {
  const reserved: string[] = Object.values(volumeNames);
  const volume = volumes.find(({ name, hostPath }) => hostPath || reserved.includes(name));
  if (!volume) return undefined;
  return volume.hostPath
    ? `has the hostPath volume ${volume.name}; runs read untrusted documents and get no folder of a node`
    : `has a volume named ${volume.name}, which every run has already; give it another name`;
}
