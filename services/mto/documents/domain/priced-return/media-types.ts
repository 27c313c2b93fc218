import { workbookType } from '@consulting/kernel/http';

const types = {
  xlsx: workbookType,
  xlsm: 'application/vnd.ms-excel.sheet.macroEnabled.12',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
} as const;

export const returnedTypes: readonly string[] = Object.values(types);

export function mediaTypeOf(fileName: string): string {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  return new Map<string, string>(Object.entries(types)).get(extension) ?? workbookType;
}
