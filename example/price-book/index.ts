import { csvOf, type Row } from '../rules/csv';
import { pipingRows } from './piping';
import { concreteRows, electricalRows, steelRows } from './trades';

export const priceBook = {
  code: 'ILLUSTRATIVE',
  name: 'Illustrative norms, not from any published table',
  description:
    'Invented figures, made by rule, to try price books with. Illustrative norms, not from any published table: not for an estimate.',
  currency: 'CAD',
  priceSource: 'assumed',
} as const;

const of = (discipline: string, rows: readonly Row[]): Row[] =>
  rows.map(({ rowCode, description, ...row }) => ({ rowCode, description, discipline, ...row }));

export const priceBookCsv = (): string =>
  csvOf([
    ...of('piping', pipingRows()),
    ...of('structural', steelRows()),
    ...of('concrete', concreteRows()),
    ...of('bulk_electrical', electricalRows()),
  ]);
