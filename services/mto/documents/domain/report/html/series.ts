import { decimal } from '@consulting/kernel/schema';
import type { Titles } from '../language/language';
import type { Amount, Figures } from '../model/report';
import { html, type Markup, nothing } from './markup';

export interface Part {
  label: string;
  amount: Amount;
  series: number;
}

// The page of the takeoff has the same colours in the same order.
const colors = [
  '#2f6db5',
  '#c7772b',
  '#3d8b62',
  '#8a5aa8',
  '#b5484d',
  '#4d7f8f',
  '#8b7a2e',
  '#6b6f9c',
  '#77716a',
];

export const seriesClass = (series: number): string => `s${series % colors.length}`;

export const seriesStyle = colors
  .map((color, at) => `svg rect.s${at}{fill:${color}}.legend .s${at}{background:${color}}`)
  .join('');

const elements = [
  'labourCost',
  'materialCost',
  'equipmentCost',
  'subcontractCost',
  'freightCost',
  'importDutyCost',
  'salesTaxCost',
  'indirectCost',
  'escalationCost',
  'contingencyCost',
  'markupCost',
] as const;

export function elementsOf(totals: Figures, { columns }: Titles): (figures: Figures) => Part[] {
  const used = elements.filter((key) => !decimal(totals[key]).eq(0));
  return (figures) => used.map((key, series) => ({ label: columns[key], amount: figures[key], series }));
}

export const legend = (parts: readonly Part[]): Markup =>
  parts.length < 2
    ? nothing
    : html`<p class="legend">${parts.map(
        ({ label, series }) => html`<span><i class="${seriesClass(series)}"></i>${label}</span>`,
      )}</p>`;
