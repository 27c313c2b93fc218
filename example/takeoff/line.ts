import type { Area } from '../areas';
import type { Row } from '../csv';
import type { Discipline } from '../disciplines';

/** What an engineer writes on a line, and what an estimator adds. */
export interface Line {
  discipline: Discipline;
  /** Two digits of the work package within the discipline. */
  workPackage: string;
  area: Area;
  description: string;
  tag?: string;
  system?: string;
  drawing: string;
  quantity: number;
  unit: string;
  allowancePercent?: number;
  wastePercent?: number;
  /** What belongs to the discipline alone, by the labels of the fields. */
  more?: Row;
  price: Price;
}

export interface Price {
  crew?: string;
  hours?: number;
  material?: number;
  subcontractor?: string;
  subcontract?: number;
  source?: string;
  quote?: string;
}

export const drawingOf = (area: Area, letters: string, sheet: number): string =>
  `${area.unit}-${letters}-${String(sheet).padStart(4, '0')}`;
