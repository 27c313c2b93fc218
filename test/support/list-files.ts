import { openTableFile } from '@consulting/spreadsheet/open-table-file';
import type { CellValue } from '@consulting/spreadsheet/table/cell';
import { defaultTabularLimits } from '@consulting/spreadsheet/table/limits';
import { bytesSource } from '@consulting/spreadsheet/table/source';
import type { SheetCells } from './import-file';
import { workbookFile } from './import-file';
import type { Answer, ServiceUnderTest } from './system';

type Request = ServiceUnderTest['request'];
type Parts = Record<string, string>;

export function listFiles(request: Request, path: string) {
  const upload = (file: File, parts: Parts = {}, to = 'import'): Promise<Answer> => {
    const form = new FormData();
    for (const [name, part] of Object.entries(parts)) form.set(name, part);
    form.append('file', file, file.name);
    return request('POST', `${path}/${to}`, { form });
  };
  const download = async (query: string): Promise<File> => {
    const { status, body, headers } = await request('GET', `${path}/${query}`);
    if (status !== 200) throw new Error(`GET ${path}/${query} was answered ${status}`);
    const name = /filename="([^"]*)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '';
    return new File([body], name);
  };
  return {
    upload,
    template: () => download('template'),
    exported: (query = '') => download(`export?${query}`),
    /** Imports a file and gives the answer, which must be 200. */
    async imported(file: File, parts?: Parts): Promise<Answer['body']> {
      const { status, body } = await upload(file, parts);
      if (status !== 200) throw new Error(`The import was answered ${status}: ${JSON.stringify(body)}`);
      return body;
    },
  };
}

export const csvFile = (rows: readonly string[], name = 'list.csv') => new File([rows.join('\n')], name);

export const sheetFile = (rows: SheetCells, sheet = 'List') => workbookFile({ [sheet]: rows });

/** The cells of every sheet of a file, by its name. */
export async function cellsOf(file: File): Promise<Record<string, CellValue[][]>> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const table = await openTableFile(bytesSource(bytes), file.name, defaultTabularLimits);
  const sheets: Record<string, CellValue[][]> = {};
  for (const sheet of table.sheets) {
    const rows = (await Array.fromAsync(table.rows(sheet))).flat();
    sheets[sheet.name] = rows.map(({ cells }) => cells);
  }
  await table.close();
  return sheets;
}
