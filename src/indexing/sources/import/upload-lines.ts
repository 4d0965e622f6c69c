import type { LibraryFacts, TransferredCode, TransferredInfo } from './library-shape.ts';

/** The first line of an upload. */
export interface UploadHead extends LibraryFacts {
  /** Names of the versions besides the default one, in the order in which they follow; absent where there are none. */
  versions?: string[];
}

/** A line of an upload after the first. The lines that follow a version are of that version, those before it of the default one. */
export type UploadLine = { code: TransferredCode } | { info: TransferredInfo } | VersionLine;
export interface VersionLine {
  version: string;
}
