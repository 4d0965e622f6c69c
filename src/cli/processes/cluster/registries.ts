import type { Logger } from 'pino';
import type { ManifestSync } from '../../../resources/manifest-sync.ts';
import type { KubeClient } from '../../../kubernetes/kube-client.ts';
import type { Settings } from '../../settings/settings.ts';
import { KubernetesRegistry } from '../../../store/kubernetes/registry.ts';
import {
  libraryKind,
  manifestSyncKind,
  type CustomResourceKind,
} from '../../../store/kubernetes/resource-kind.ts';
import type { Registry } from '../../../store/registry.ts';
import type { MetadataDatabase } from '../../../store/metadata/database.ts';
import { SqlRegistry } from '../../../store/metadata/registry.ts';

/** The registries of both kinds. */
export interface Registries {
  libraries: Registry;
  manifestSyncs: Registry<ManifestSync>;
}

interface RegistriesOptions {
  settings: Pick<Settings, 'registry' | 'namespace' | 'watchNamespaces'>;
  database: MetadataDatabase;
  client: KubeClient;
  log: Logger;
}

/** Opens the registries: custom resources, or SQL tables for installs with more Libraries than Kubernetes can hold. */
export function openRegistries({ settings, database, client, log }: RegistriesOptions): Registries {
  if (settings.registry === 'sql') {
    return {
      libraries: new SqlRegistry(database, 'libraries'),
      manifestSyncs: new SqlRegistry<ManifestSync>(database, 'manifest_syncs'),
    };
  }
  const { namespace, watchNamespaces } = settings;
  const namespaces = watchNamespaces.includes('*')
    ? ('all' as const)
    : [...new Set([namespace, ...watchNamespaces])];
  const options = (kind: CustomResourceKind) => ({
    client,
    kind,
    namespace,
    namespaces,
    onError: (message: string) => log.warn({ kind: kind.kind, message }, 'watch interrupted'),
  });
  return {
    libraries: new KubernetesRegistry(options(libraryKind)),
    manifestSyncs: new KubernetesRegistry<ManifestSync>(options(manifestSyncKind)),
  };
}
