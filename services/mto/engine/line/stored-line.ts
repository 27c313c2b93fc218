import type { Discipline } from '@consulting/takeoff-fields';
import type { Line } from '../fields/line';
import type { StoredPricing } from './line-prices';

export interface StoredLine {
  id: string;
  version: number;
  discipline: Discipline;
  values: Line;
  crewRateMatched: boolean;
  wbsMatched: boolean;
  importTaskId: string | null;
  pricing: StoredPricing | null;
  createdAt: Date;
  updatedAt: Date;
  createdBy: string;
  updatedBy: string;
}

export type LineToStore = Pick<
  StoredLine,
  'id' | 'discipline' | 'values' | 'crewRateMatched' | 'wbsMatched' | 'importTaskId'
>;
