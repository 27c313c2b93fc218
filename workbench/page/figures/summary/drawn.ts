import type { Bar, BarPart, LegendEntry, TreemapNode } from '@consulting/design/charts';
import { seriesClass } from '@consulting/design/charts';
import type { Formats, Messages } from '@consulting/design/language';
import type { Discipline } from '@consulting/foundation/api';
import { readView } from '@consulting/takeoff-lines';
import type { Settings } from '../view/address';
import { type Element, elements, type Measure, measures, shareOf } from '../view/measures';
import type { Group, GroupKey, Groups } from '../view/queries';
import { type Place, placeSettings } from './place';

export interface Drawing {
  groups: Groups;
  within: Groups | null;
  measure: Measure;
  place: Place;
  outer: GroupKey;
  inner: number | null;
  here: (settings: Settings) => string;
  figures: Messages['figures'];
  formats: Formats;
  exact: (measure: Measure, value: number) => string;
  brief: (measure: Measure, value: number) => string;
}

export const outerName = (key: GroupKey): string =>
  typeof key === 'string' ? key : `wbsLevel${key.wbsLevel}`;

export const figureOf = ({ values }: Group, field: string): number => Number(values[field] ?? 0);

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export function labelOf({ group, label }: Group, key: string, { noItem }: Messages['figures']): string {
  const code = textOf(group[key]);
  if (code === null) return noItem;
  const name = textOf(label[key]);
  return key === 'discipline' ? (name ?? code) : `${code} ${name ?? ''}`.trim();
}

const disciplineOf = (code: string | null): Discipline | null =>
  readView(new URLSearchParams({ discipline: code ?? '' })).discipline;

export function placeOf(group: Group, { place, outer }: Drawing): Place {
  const code = textOf(group.group[outerName(outer)]);
  if (outer === 'discipline') return { ...place, discipline: disciplineOf(code) };
  if (code !== null) return { ...place, wbs: code, above: null };
  return { ...place, above: typeof outer === 'string' ? null : outer.wbsLevel };
}

function innerPlaceOf(group: Group, drawing: Drawing): Place {
  const { inner } = drawing;
  const outside = placeOf(group, drawing);
  const code = inner === null ? null : textOf(group.group[`wbsLevel${inner}`]);
  if (code !== null) return { ...outside, wbs: code, above: null };
  return outside.above === null ? { ...outside, above: inner } : outside;
}

export const ranked = ({ groups, measure }: Drawing): Group[] =>
  groups.data.toSorted((one, other) => figureOf(other, measures[measure]) - figureOf(one, measures[measure]));

function nameOf(label: string, value: number, whole: number, { measure, exact, formats }: Drawing): string {
  return `${label}: ${exact(measure, value)} (${formats.percent(shareOf(value, whole))})`;
}

const usedIn = ({ groups }: Drawing): Element[] =>
  elements.filter((element) => groups.data.some((group) => figureOf(group, element) !== 0));

export const legendOf = (drawing: Drawing): LegendEntry[] =>
  usedIn(drawing).map((element, series) => ({
    label: drawing.figures.elements[element],
    swatch: seriesClass(series),
  }));

export function barsOf(drawing: Drawing): Bar[] {
  const { measure, groups, brief, figures, here } = drawing;
  const field = measures[measure];
  const whole = Number(groups.totals[field] ?? 0);
  return ranked(drawing).map((group) => {
    const label = labelOf(group, outerName(drawing.outer), figures);
    const value = figureOf(group, field);
    return {
      id: label,
      label,
      href: here(placeSettings(placeOf(group, drawing))),
      figure: brief(measure, value),
      detail: drawing.formats.percent(shareOf(value, whole)),
      parts: partsOf(group, label, whole, drawing),
    };
  });
}

function partsOf(group: Group, label: string, whole: number, drawing: Drawing): BarPart[] {
  const { measure, exact, figures } = drawing;
  if (measure !== 'cost') {
    const value = figureOf(group, measures[measure]);
    return [{ key: measure, value, series: 0, name: nameOf(label, value, whole, drawing) }];
  }
  return usedIn(drawing).map((element, series) => {
    const value = figureOf(group, element);
    return {
      key: element,
      value,
      series,
      name: `${label}, ${figures.elements[element]}: ${exact('cost', value)}`,
    };
  });
}

export function treemapOf(drawing: Drawing): TreemapNode[] {
  const { measure, groups, within, outer, inner, brief, figures, here } = drawing;
  const field = measures[measure];
  const whole = Number(groups.totals[field] ?? 0);
  const key = outerName(outer);
  return groups.data.map((group, series) => {
    const label = labelOf(group, key, figures);
    const value = figureOf(group, field);
    const inside = (within?.data ?? []).filter((one) => one.group[key] === group.group[key]);
    const children =
      inside.length < 2
        ? []
        : inside.map((one) => ({ one, label: labelOf(one, `wbsLevel${inner}`, figures) }));
    return {
      id: label,
      label,
      figure: brief(measure, value),
      name: nameOf(label, value, whole, drawing),
      value,
      series,
      href: here(placeSettings(placeOf(group, drawing))),
      children: children.map(({ one, label: inner }) => ({
        id: `${label} ${inner}`,
        label: inner,
        figure: brief(measure, figureOf(one, field)),
        name: nameOf(`${label}, ${inner}`, figureOf(one, field), whole, drawing),
        value: figureOf(one, field),
        series,
        href: here(placeSettings(innerPlaceOf(one, drawing))),
      })),
    };
  });
}
