import { isObject, objectOf } from '../../../base/json.ts';
import { entriesOf, field, listOf, textOf, type JsonObject } from '../openapi/json-values.ts';

/**
 * Types of Kubernetes that definitions of custom resources contain in full, with fields that other types do not have together.
 * See https://kubernetes.io/docs/reference/kubernetes-api/. Generators leave no name of a type in the schema.
 */
const fieldsByType: Readonly<Record<string, string>> = {
  Affinity: 'nodeAffinity podAffinity podAntiAffinity',
  Condition: 'lastTransitionTime message reason status type',
  Container: 'image imagePullPolicy livenessProbe terminationMessagePath volumeMounts',
  EnvFromSource: 'configMapRef prefix secretRef',
  EnvVar: 'name value valueFrom',
  HorizontalPodAutoscalerBehavior: 'scaleDown scaleUp',
  IngressSpec: 'defaultBackend ingressClassName rules tls',
  JobSpec: 'backoffLimit completions parallelism template',
  LabelSelector: 'matchExpressions matchLabels',
  Lifecycle: 'postStart preStop',
  MetricSpec: 'containerResource external object pods resource',
  NodeAffinity:
    'preferredDuringSchedulingIgnoredDuringExecution requiredDuringSchedulingIgnoredDuringExecution',
  ObjectMeta: 'annotations finalizers labels name namespace',
  ObjectReference: 'apiVersion fieldPath kind name namespace resourceVersion uid',
  PersistentVolumeClaimSpec: 'accessModes storageClassName volumeMode volumeName',
  PodSpec: 'activeDeadlineSeconds containers dnsPolicy enableServiceLinks volumes',
  Probe: 'exec failureThreshold httpGet tcpSocket',
  ResourceRequirements: 'limits requests',
  SecurityContext: 'runAsNonRoot runAsUser seLinuxOptions',
  ServiceSpec: 'clusterIP externalTrafficPolicy ipFamilies ports',
  Toleration: 'effect operator tolerationSeconds',
  TopologySpreadConstraint: 'maxSkew topologyKey whenUnsatisfiable',
  Volume: 'configMap emptyDir hostPath name projected secret',
  VolumeMount: 'mountPath name subPathExpr',
  VolumeProjection: 'downwardAPI serviceAccountToken',
};

/** Fields that a type may have in addition. One with more has fields of its own. */
const others: Readonly<Record<string, number>> = {
  Container: 24,
  PodSpec: 42,
  ServiceSpec: 24,
  Volume: 32,
  JobSpec: 16,
  ObjectMeta: 14,
};
const fewOthers = 8;
/** A custom resource has small types of its own with such names of fields. */
const exact = new Set('EnvVar HorizontalPodAutoscalerBehavior LabelSelector'.split(' '));

const types = Object.entries(fieldsByType).map(([name, fields]) => {
  const keys = fields.split(' ');
  return {
    name,
    keys,
    most: exact.has(name) ? keys.length : keys.length + (others[name] ?? fewOthers),
  };
});

/** What Kubernetes says of the name in a reference to an object of the same namespace. */
const referent = 'Name of the referent';

/**
 * Returns the name of the type of Kubernetes that the schema of an object, the value of the property `name`, repeats; undefined for a type of the
 * resource itself.
 */
export function kubernetesType(schema: JsonObject, name: string): string | undefined {
  const properties = objectOf(field(schema, 'properties'));
  const fields = entriesOf(properties, 60).map(([key]) => key);
  const count = fields.length;
  if (count === 1) {
    const described = textOf(field(objectOf(field(properties, 'name')), 'description'));
    return described.startsWith(referent) ? 'LocalObjectReference' : undefined;
  }
  if (/^key,name(?:,optional)?$/.test(fields.toSorted().slice(0, 4).join(','))) {
    return /config/i.test(name) ? 'ConfigMapKeySelector' : 'SecretKeySelector';
  }
  return types.find(
    ({ keys, most }) => count <= most && keys.every((key) => Object.hasOwn(properties, key)),
  )?.name;
}

/** A schema of an object below lists and maps, and what stands for them in a path. */
export interface InnerObject {
  schema: JsonObject;
  /** Such as `[]` for a list and `[key]` for a map; '' for the object itself. */
  suffix: string;
}

/** Lists and maps in one another. */
const mostNested = 4;

/** Returns the schema with properties that a property leads to; undefined if there is none. */
export function innerObject(property: unknown): InnerObject | undefined {
  let schema = objectOf(property);
  let suffix = '';
  for (let depth = 0; depth < mostNested; depth += 1) {
    if (isObject(field(schema, 'properties'))) return { schema, suffix };
    const items = field(schema, 'items');
    const values = field(schema, 'additionalProperties');
    if (isObject(items)) suffix += '[]';
    else if (isObject(values)) suffix += '[key]';
    else return undefined;
    schema = isObject(items) ? items : objectOf(values);
  }
  return undefined;
}

/** Returns the names of the properties that an object must have. */
export function requiredOf(schema: JsonObject): ReadonlySet<unknown> {
  return new Set(listOf(field(schema, 'required')));
}
