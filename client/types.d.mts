export function clientTypes(document: object): Promise<string>;
