import type { Readable } from 'node:stream';
import type { Caller } from '../../identity/access/caller.ts';
import { maySee } from '../../identity/access/visibility.ts';
import type { Library } from '../../resources/library.ts';
import { importLibraries, type ImporterOptions } from '../../transfer/import-libraries.ts';
import { createLicensing, type LicensingOptions } from '../../transfer/licensing.ts';
import { exportBody, exportBundle, type ExportPorts } from '../../transfer/open-export.ts';
import { readRequest } from '../../transfer/read-request.ts';
import type { Routes } from '../route.ts';

/** Dependencies of exports and imports besides the stores of other routes. */
export interface TransferOptions
  extends LicensingOptions, Pick<ImporterOptions, 'uploads' | 'workDir'> {}

type Ports = Omit<ExportPorts, 'sees'> &
  Pick<ImporterOptions, 'registry'> & {
    transfer: TransferOptions;
    access: Pick<ImporterOptions, 'teams'>;
  };

/** Moves libraries between installs: POST /api/v1/enterprise/export, /api/export-libraries, /api/import-libraries. */
export function transferRoutes({
  registry,
  index,
  catalog,
  transfer,
  access,
}: Ports): Routes<'exportLibrary' | 'exportLibraries' | 'importLibraries'> {
  const licensing = createLicensing(transfer);
  const { uploads, workDir } = transfer;
  const importer = { registry, uploads, teams: access.teams, workDir };
  return {
    exportLibrary: {
      async admit({ authorization }) {
        await licensing.ofRequest(authorization);
      },
      async handle({ body, signal }) {
        const stream = await exportBody({ registry, index, catalog, sees: all }, body, signal);
        return { stream, contentType: 'application/json' };
      },
    },
    exportLibraries: {
      async handle({ body, caller, signal }) {
        const { libraries } = body;
        const sees = seenBy(caller);
        const stream = await exportBundle({ registry, index, catalog, sees }, libraries, signal);
        return { stream, contentType: 'application/zip', fileName: 'lectern-libraries.zip' };
      },
    },
    importLibraries: {
      async handle({ stream, headers, query, caller, signal }) {
        await licensing.requireOffline();
        const json = await importLibraries(
          (options) => readRequest({ stream: present(stream), headers }, options),
          { force: query('force') === 'true', caller, signal },
          importer,
        );
        return { status: 202, json };
      },
    },
  };
}

function seenBy(caller: Caller): (library: Library) => boolean {
  return (library) => maySee(caller, library);
}

/** A holder of a license may learn that a private library exists, as in Context7's API. */
function all(): boolean {
  return true;
}

function present(stream: Readable | undefined): Readable {
  if (!stream) throw new Error('An import is a request over HTTP');
  return stream;
}
