/** Folder for downloaded programs (absolute path; it exists). */
export function cacheFolder(): string;
