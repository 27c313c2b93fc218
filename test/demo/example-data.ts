import Papa from 'papaparse';

const folder = `${import.meta.dir}/data`;

/** A file of the example data. */
export const exampleFile = (name: string) => Bun.file(`${folder}/${name}`);

export type Cells = Record<string, string>;

/** The rows of an example file by column; cells are text, empty ones are ''. */
export async function exampleRows(name: string): Promise<Cells[]> {
  const text = await exampleFile(name).text();
  return Papa.parse<Cells>(text, { header: true, skipEmptyLines: true }).data;
}

/** A row as a JSON body: empty cells are left out, the named columns become numbers and booleans. */
export const bodyOf = (
  row: Cells,
  { numbers = [], booleans = [] }: { numbers?: readonly string[]; booleans?: readonly string[] },
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([, cell]) => cell !== '')
      .map(([column, cell]) => {
        if (numbers.includes(column)) return [column, Number(cell)];
        return [column, booleans.includes(column) ? cell === 'true' : cell];
      }),
  );
