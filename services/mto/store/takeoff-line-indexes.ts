import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/** Discipline keys that summaries add up: stored a second time as generated columns, so that a sum reads an index only. */
export const indicatorKeys = [
  'totalDiaInch',
  'totalWeight',
  'concreteVolume',
  'rebarWeight',
  'grossWeight',
  'cableLength',
  'terminationCount',
  'ioCount',
  'bankVolume',
  'compactedVolume',
  'netArea',
] as const;

export type IndicatorKey = (typeof indicatorKeys)[number];

/** Common keys that summaries add up, in the order of the answer. */
export const totalKeys = [
  'totalManHours',
  'labourCost',
  'materialCost',
  'freightCost',
  'importDutyCost',
  'salesTaxCost',
  'equipmentCost',
  'subcontractCost',
  'directCost',
  'indirectCost',
  'escalationCost',
  'contingencyCost',
  'markupCost',
  'totalCost',
] as const;

export type TotalKey = (typeof totalKeys)[number];

/** Text in the form in which searches compare and sort it. */
export const sortedText = (column: AnyColumn): SQL => sql`(lower(${column} collate pg_c_utf8) collate "C")`;

/** The last key column of an index that carries further columns for index-only reads; drizzle knows no INCLUDE. */
export const including = (last: AnyColumn, carried: readonly AnyColumn[]): SQL =>
  sql`${last}) include (${sql.join([...carried], sql`, `)}`;
