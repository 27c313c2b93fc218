export const pinnedVersion: string;
export const integrity: Record<string, string>;
export function lockedProject(name: string, version: string, digest: string): Record<string, string>;
