/** A manifest as it was read. */
export interface ManifestText {
  text: string;
  /** Commit, or content hash where there are no commits. */
  revision: string;
  /** The manifest's name in messages. */
  name: string;
  /** Folder that local paths in it count from; absent where it may not name any. */
  baseDir?: string;
}

/**
 * Where one manifest is kept. Throws RunError for what cannot be reached, LecternError('manifest_invalid') for what is
 * there and can never be a manifest.
 */
export interface ManifestReader {
  /** What `read` would read now, found out as cheaply as can be. */
  revision(signal: AbortSignal): Promise<string>;
  read(signal: AbortSignal): Promise<ManifestText>;
}

/** Bytes of the largest manifest that is read; also what one ConfigMap can never reach. */
export const maxManifestBytes = 5_000_000;
