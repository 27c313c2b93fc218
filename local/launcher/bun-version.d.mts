/** True when `version` is `pinned` or a later one of the same major version. */
export function serves(version: string | undefined, pinned: string): boolean;
