export function fetchPackage(name: string, version: string, digest: string, folder: string): void;
export function fetchBun(version: string, program: string): void;
