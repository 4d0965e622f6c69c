import { tmpdir } from 'node:os';
import type { ApiOptions } from '../../api/api-options.ts';
import { publicUrlOf } from '../settings/oidc.ts';
import type { SettingsOf } from '../settings/settings.ts';
import type { UploadStore } from '../../store/uploads.ts';

/** Returns the options of the API that are the same on both platforms. Imports use the folder for temporary files. */
export function apiSettings(
  settings: SettingsOf<'up'> | SettingsOf<'serve'>,
  uploads: UploadStore,
): Pick<
  ApiOptions,
  | 'allowedHosts'
  | 'allowedOrigins'
  | 'host'
  | 'injections'
  | 'memberRuns'
  | 'transfer'
  | 'trustedProxies'
  | 'webhookSecret'
  | 'publicUrl'
> {
  const { allowedHosts, allowedOrigins, host, injections, memberRuns } = settings;
  const { license, licensePublicKey, trustedProxies, webhookSecret } = settings;
  const publicUrl = publicUrlOf(settings);
  return {
    host,
    allowedHosts,
    allowedOrigins,
    ...(publicUrl !== undefined && { publicUrl }),
    trustedProxies,
    injections,
    memberRuns,
    transfer: { uploads, workDir: tmpdir(), license, licensePublicKey },
    ...(webhookSecret !== undefined && { webhookSecret }),
  };
}
