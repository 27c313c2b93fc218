import type { TotalRule } from './import-parameters';

/** Sums are exact decimal text in the unit that the column has in the file. */
export interface ReconciledColumn {
  sheet: string;
  column: string;
  header: string;
  field: string | null;
  inFile: string;
  stored: string | null;
  failedRows: string;
  difference: string | null;
  converted: number;
}

export interface DifferingTotal {
  sheet: string;
  row: number;
  inFile: string;
  calculated: string;
}

export interface ReconciledTotalRow {
  sheet: string;
  row: number;
  column: string;
  inFile: string;
  summed: string;
  agrees: boolean;
}

export interface CurrencyConversion {
  sheet: string;
  column: string;
  currency: string;
  rate: string;
  rows: number;
}

export const moneyBases = ['grand-total', 'product', 'total-column'] as const;
export type MoneyBasis = (typeof moneyBases)[number];

// Null where the file says no amount that the lines could be compared with.
export interface ReconciledMoney {
  basis: MoneyBasis | null;
  inFile: string | null;
  stored: string;
  failedRows: string;
  difference: string | null;
  agrees: boolean;
}

export const unknownMoney: ReconciledMoney = {
  ...{ basis: null, inFile: null, stored: '0', failedRows: '0', difference: null, agrees: true },
};

export interface ImportReconciliation {
  money: ReconciledMoney;
  columns: ReconciledColumn[];
  totals: {
    rule: TotalRule;
    differing: number;
    inFile: string;
    calculated: string;
    items: DifferingTotal[];
  };
  totalRows: ReconciledTotalRow[];
  conversions: CurrencyConversion[];
}
