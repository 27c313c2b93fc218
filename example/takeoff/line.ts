import type { Area } from '../rules/areas';
import type { Row } from '../rules/csv';
import type { Discipline } from '../rules/disciplines';

export interface Line {
  discipline: Discipline;
  // Two digits of the work package within the discipline.
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
