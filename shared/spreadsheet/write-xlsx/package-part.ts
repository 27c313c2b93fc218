import type { ArchiveEntry } from './zip';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export const schemas = 'http://schemas.openxmlformats.org';
export const officeRelationships = `${schemas}/officeDocument/2006/relationships`;

export function part(path: string, xml: string): ArchiveEntry {
  return { path, content: [declaration + xml] };
}

export function relationshipList(targets: readonly [type: string, target: string][]): string {
  const list = targets.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${schemas}/package/2006/relationships">${list.join('')}</Relationships>`;
}
