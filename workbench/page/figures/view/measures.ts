import { useFormats, useMessages } from '@consulting/design/language';

export const elements = [
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

export type Element = (typeof elements)[number];
export type CostFigures = Readonly<Record<Element, number>>;

export const measures = { cost: 'totalCost', hours: 'totalManHours', lines: 'lines' } as const;

// What charts and their tables need of each group.
export const drawnFields = [...Object.values(measures), ...elements];

export type Measure = keyof typeof measures;

export const isMeasure = (name: string | null): name is Measure =>
  name !== null && Object.hasOwn(measures, name);

export const usedElements = (figures: readonly Partial<CostFigures>[]): Element[] =>
  elements.filter((element) => figures.some((one) => (one[element] ?? 0) !== 0));

export function useMeasureFormats(currency: string | null) {
  const formats = useFormats();
  const { units } = useMessages().figures;
  const amount = (value: number) =>
    currency === null ? formats.number(value, 2) : formats.money(value, currency);
  const exact = (measure: Measure, value: number): string => {
    if (measure === 'cost') return amount(value);
    return measure === 'hours'
      ? units.manHours({ hours: formats.number(value) })
      : units.lines({ count: value });
  };
  const brief = (measure: Measure, value: number): string => {
    if (measure === 'cost') return formats.number(Math.round(value), 0);
    return measure === 'hours'
      ? units.manHours({ hours: formats.number(Math.round(value), 0) })
      : units.lines({ count: value });
  };
  return { amount, exact, brief, formats };
}

export const shareOf = (value: number, whole: number): number => (whole === 0 ? 0 : (value / whole) * 100);
