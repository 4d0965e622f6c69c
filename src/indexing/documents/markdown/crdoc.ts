import type { Section } from '../document.ts';
import { prologueLength } from '../text-format.ts';

/**
 * A field of a custom resource whose type is one of Kubernetes, with a field in it, as in `Saw.spec.template.affinity.podAffinity`. crdoc writes
 * `[index]` for a list.
 */
const fieldOfKubernetes =
  /\.(?:(?:node|pod|podAnti)?[aA]ffinity|(?:init|ephemeral)?[cC]ontainers\[index\]|volumes\[index\]|env(?:From)?\[index\]|(?:pod)?[sS]ecurityContext|(?:liveness|readiness|startup)Probe|lifecycle|topologySpreadConstraints\[index\]|volumeClaimTemplate)\.\w/;
/** Fields in one another in a path that is looked at. */
const longestPath = 500;

/**
 * Returns the sections of a reference of custom resources that crdoc wrote. Leaves out those on fields of Kubernetes' own types, and the link in the
 * heading. Returns sections of other documents as they are. See https://github.com/fybrik/crdoc/blob/main/templates/markdown.tmpl.
 */
export function withoutKubernetesTypes(sections: Section[], content: string): Section[] {
  if (!isCrdoc(content)) return sections;
  return sections
    .filter(
      ({ headings }) => !fieldOfKubernetes.test((headings.at(-1) ?? '').slice(0, longestPath)),
    )
    .map((one) => ({
      ...one,
      headings: one.headings.map((heading) =>
        heading.endsWith('↩ Parent') ? heading.slice(0, -'↩ Parent'.length).trimEnd() : heading,
      ),
    }));
}

function isCrdoc(content: string): boolean {
  const start = content.slice(0, prologueLength);
  return /^Packages:\r?$/m.test(start) && /^Resource Types:\r?$/m.test(start);
}
