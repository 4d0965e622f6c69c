/** Why an entry for a path is refused. */
export const outsideReason = 'it is outside of the project';
/** Why an entry for a Git repository is refused. */
export const gitReason = 'its Git address is not one that can be cloned';
