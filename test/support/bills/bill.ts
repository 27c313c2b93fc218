import type { Random } from './random';
import { type BillSheet, type Role, workbookOf } from './table';

interface Difference {
  why: string;
  cents: number;
}

export interface Bill {
  name: string;
  /** The project that it is imported into has this currency. */
  currency: string;
  file: File;
  /** At least so many must land. */
  itemRows: number;
  /** This must land to the cent, in the currency of the project. */
  cents: number;
  /** Why the money of the file cannot land as its items, and how much it is: the task must say so. */
  differs: Difference | null;
  exchangeRates: { currency: string; rate: number }[];
  /** It names the field of each column of a sheet, from the first one. */
  roles: Role[][];
}

interface Written {
  sheets: BillSheet[];
  /** How the sheets become a file; as a workbook unless it is given. */
  as?: (sheet: BillSheet, name: string) => File;
  differs?: Difference;
  exchangeRates?: Bill['exchangeRates'];
  /** It is given where the lines have other money than the items of the sheets. */
  cents?: number;
}

export type BillMaker = readonly [name: string, currency: string, make: (random: Random) => Written];

export function billOf([name, currency, make]: BillMaker, random: Random): Bill {
  const { sheets, as, differs = null, exchangeRates = [], cents } = make(random);
  const fileName = name.replaceAll(/[^a-z]+/gi, '-');
  const [first] = sheets;
  if (!first) throw new Error(`${name} has no sheet.`);
  return {
    name,
    currency,
    differs,
    exchangeRates,
    file: as ? as(first, fileName) : workbookOf(sheets, fileName),
    roles: sheets.map(({ columns }) => columns.map(({ role }) => role)),
    itemRows: sheets.reduce((sum, sheet) => sum + sheet.itemRows, 0),
    cents: cents ?? sheets.reduce((sum, sheet) => sum + sheet.cents, 0),
  };
}
