import { LecternError } from '../base/errors.ts';

/** The library asked for has moved: 301 with the id to ask for instead. */
export class LibraryRedirected extends LecternError {
  readonly redirectUrl: string;

  constructor(from: string, redirectUrl: string) {
    super(
      'library_redirected',
      301,
      `Library ${from} has been redirected to this library: ${redirectUrl}.`,
    );
    this.redirectUrl = redirectUrl;
  }
}
