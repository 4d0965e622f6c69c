/** What a place in a document chooses of an object of Python. */
export interface ObjectChoice {
  isDocShown: boolean;
  /** Names of members; `all` for the documented public ones. */
  members: 'all' | readonly string[];
  isInherited: boolean;
  /** Names of further members, inherited ones too. */
  also: readonly string[];
}

/** The place in a document where a site shows the docstring of an object. */
export interface ObjectPlace {
  /** Dotted name of the object. */
  path: string;
  choice: ObjectChoice;
  /** Index of the place's last line. */
  last: number;
  /** True in a note or a tab. */
  isNested?: boolean;
}
