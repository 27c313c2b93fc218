import {
  type CorpusSheet,
  corePropertiesType,
  officeSpace,
  type Part,
  packageSpace,
  typesSpace,
} from './sheet';

const contentTypes: Record<string, string> = {
  'workbook.xml': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
  'styles.xml': 'application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml',
  'sharedStrings.xml': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml',
  'theme1.xml': 'application/vnd.openxmlformats-officedocument.theme+xml',
  'drawing1.xml': 'application/vnd.openxmlformats-officedocument.drawing+xml',
  'core.xml': 'application/vnd.openxmlformats-package.core-properties+xml',
  'app.xml': 'application/vnd.openxmlformats-officedocument.extended-properties+xml',
  'custom.xml': 'application/vnd.openxmlformats-officedocument.custom-properties+xml',
};
const worksheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml';

/** The list of content types that belongs to these parts. */
export function contentTypesXml(declaration: string, parts: readonly Part[]): string {
  const overrides = parts.flatMap(({ name }) => {
    const type = contentTypes[name.slice(name.lastIndexOf('/') + 1)];
    const known = type ?? (name.includes('/worksheets/') && !name.endsWith('.rels') ? worksheetType : null);
    return known === null ? [] : [`<Override PartName="/${name}" ContentType="${known}"/>`];
  });
  return `${declaration}<Types xmlns="${typesSpace}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`;
}

export interface Relation {
  id: string;
  /** Last segment of the type. */
  type: string;
  target: string;
}

const typeOf = (type: string): string =>
  type === 'core-properties' ? corePropertiesType : `${officeSpace}/${type}`;

/** Relationships with their attributes in the order of most writers; `write` gives them another. */
export function relationshipsXml(
  declaration: string,
  relations: readonly Relation[],
  write = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`,
): string {
  const list = relations.map(({ id, type, target }) => write(id, typeOf(type), target));
  return `${declaration}<Relationships xmlns="${packageSpace}">${list.join('')}</Relationships>`;
}

/** The relationships of the package to workbook and properties. */
export const packageRelations: Relation[] = [
  { id: 'rId1', type: 'officeDocument', target: 'xl/workbook.xml' },
  { id: 'rId2', type: 'core-properties', target: 'docProps/core.xml' },
  { id: 'rId3', type: 'extended-properties', target: 'docProps/app.xml' },
];

/** One relation for each sheet, counted from `first`. */
export const sheetRelations = (
  sheets: readonly CorpusSheet[],
  first = 1,
  folder = 'worksheets/',
): Relation[] =>
  sheets.map((_, at) => ({
    id: `rId${first + at}`,
    type: 'worksheet',
    target: `${folder}sheet${at + 1}.xml`,
  }));

export const corePropertiesXml = (declaration: string): string =>
  `${declaration}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:creator>Estimator</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">2026-01-15T08:00:00Z</dcterms:created></cp:coreProperties>`;

export const appPropertiesXml = (declaration: string, application: string): string =>
  `${declaration}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>${application}</Application></Properties>`;

export const themeXml = (declaration: string): string =>
  `${declaration}<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Office Theme"><a:themeElements/></a:theme>`;
