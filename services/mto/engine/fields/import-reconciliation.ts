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

export interface ImportReconciliation {
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
