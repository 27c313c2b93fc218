import { fixed } from '@consulting/kernel/postgres';
import { sql } from 'drizzle-orm';
import { line } from './line-source';

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

export const costElementKeys = [
  'labourCost',
  'materialCost',
  'freightCost',
  'importDutyCost',
  'salesTaxCost',
  'equipmentCost',
  'subcontractCost',
] as const;

export const costAdditionKeys = ['indirectCost', 'escalationCost', 'contingencyCost', 'markupCost'] as const;

export const costKeys = [...costElementKeys, 'directCost', ...costAdditionKeys, 'totalCost'] as const;

export const totalKeys = ['totalManHours', ...costKeys] as const;

export type TotalKey = (typeof totalKeys)[number];

export const countsAs = (row: string): string =>
  `${row}.status is distinct from 'void' and ${row}.scope_type is distinct from 'excluded'`;

/** Lines with status void or scopeType excluded do not count (resources.md 15.5). */
export const isCounted = fixed(sql`${line.status} is distinct from 'void'
  and ${line.scopeType} is distinct from 'excluded'`);
