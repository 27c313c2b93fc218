/** Folder for downloaded programs (absolute path; it exists). */
export function cacheFolder(): string;
export function isKept(program: string): boolean;
