import type { Bar, BarPart, TreemapNode } from '@consulting/design/charts';
import { seriesClass } from '@consulting/design/charts';
import type { Formats, Messages } from '@consulting/design/language';
import type { Discipline } from '@consulting/foundation/api';
import { readView } from '@consulting/takeoff-lines';
import type { Settings } from '../view/address';
import { type Element, elements, type Measure, measures, shareOf } from '../view/measures';
import type { Group, GroupKey, Groups } from '../view/queries';
import type { GroupWords } from './group-words';
import { isGroupField, type Place, placeSettings } from './place';

export interface Drawing {
  groups: Groups;
  within: Groups | null;
  measure: Measure;
  place: Place;
  outer: GroupKey;
  inner: GroupKey | null;
  here: (settings: Settings) => string;
  figures: Messages['figures'];
  words: GroupWords;
  isDrawn: (series: string) => boolean;
  formats: Formats;
  exact: (measure: Measure, value: number) => string;
  brief: (measure: Measure, value: number) => string;
}

export const keyName = (key: GroupKey): string => (typeof key === 'string' ? key : `wbsLevel${key.wbsLevel}`);

export const figureOf = ({ values }: Group, field: string): number => Number(values[field] ?? 0);

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const codeOf = ({ group }: Group, key: GroupKey): string | null => textOf(group[keyName(key)]);

export function labelOf(group: Group, key: GroupKey, { figures, words }: Drawing): string {
  const code = codeOf(group, key);
  if (isGroupField(key)) return words.nameOf(key, code);
  if (code === null) return figures.noItem;
  const name = textOf(group.label[keyName(key)]);
  return key === 'discipline' ? (name ?? code) : `${code} ${name ?? ''}`.trim();
}

const disciplineOf = (code: string | null): Discipline | null =>
  readView(new URLSearchParams({ discipline: code ?? '' })).discipline;

// The lines of a group are a place within the one that was grouped.
export function placeIn(place: Place, group: Group, key: GroupKey): Place {
  const code = codeOf(group, key);
  if (key === 'discipline') return { ...place, discipline: disciplineOf(code) };
  if (isGroupField(key)) return { ...place, fields: [...place.fields, { field: key, value: code }] };
  if (code !== null) return { ...place, wbs: code, above: null };
  return { ...place, above: typeof key === 'string' ? null : (place.above ?? key.wbsLevel) };
}

const addressOf = (place: Place, { here }: Drawing): string => here(placeSettings(place));

export const addressOfGroup = (group: Group, drawing: Drawing): string =>
  addressOf(placeIn(drawing.place, group, drawing.outer), drawing);

// Sums of amounts have no more than their cents.
export const rounded = (value: number): number => Math.round(value * 100) / 100;

export const isFiltered = ({ measure, isDrawn, ...drawing }: Drawing): boolean =>
  measure === 'cost' && usedIn(drawing).some((element) => !isDrawn(element));

// Of what the legend leaves in the chart.
function valueOf(group: Group, drawing: Drawing): number {
  if (!isFiltered(drawing)) return figureOf(group, measures[drawing.measure]);
  return rounded(drawnIn(drawing).reduce((sum, element) => sum + figureOf(group, element), 0));
}

export const ranked = (drawing: Drawing): Group[] =>
  drawing.groups.data.toSorted((one, other) => valueOf(other, drawing) - valueOf(one, drawing));

export const nameOf = (label: string, value: number, whole: number, drawing: Drawing): string => {
  const { measure, exact, formats } = drawing;
  return `${label}: ${exact(measure, value)} (${formats.percent(shareOf(value, whole))})`;
};

export const usedIn = ({ groups }: Pick<Drawing, 'groups'>): Element[] =>
  elements.filter((element) => groups.data.some((group) => figureOf(group, element) !== 0));

const drawnIn = (drawing: Drawing): Element[] => usedIn(drawing).filter(drawing.isDrawn);

export const legendOf = (drawing: Drawing) =>
  usedIn(drawing).map((element, series) => ({
    id: element,
    label: drawing.figures.elements[element],
    swatch: seriesClass(series),
  }));

// What the legend leaves out, with its figures; null where it leaves out nothing.
export function leftOutOf(drawing: Drawing): string | null {
  const { figures, groups, exact, isDrawn } = drawing;
  if (!isFiltered(drawing)) return null;
  const series = usedIn(drawing)
    .filter((element) => !isDrawn(element))
    .map((element) => `${figures.elements[element]} ${exact('cost', Number(groups.totals[element] ?? 0))}`);
  return figures.charts.leftOut({ series: series.join(' · ') });
}

export function barsOf(drawing: Drawing): Bar[] {
  const { measure, groups, brief } = drawing;
  const whole = Number(groups.totals[measures[measure]] ?? 0);
  return ranked(drawing).map((group) => {
    const label = labelOf(group, drawing.outer, drawing);
    const value = valueOf(group, drawing);
    return {
      id: label,
      label,
      href: addressOfGroup(group, drawing),
      figure: brief(measure, value),
      detail: drawing.formats.percent(shareOf(value, whole)),
      parts: partsOf(group, label, whole, drawing),
    };
  });
}

// A bar of cost has its elements, any other is of one part.
export function partsOf(group: Group, label: string, whole: number, drawing: Drawing): BarPart[] {
  const { measure, exact, figures, formats } = drawing;
  if (measure !== 'cost') {
    const value = figureOf(group, measures[measure]);
    return [{ key: measure, value, series: 0, name: nameOf(label, value, whole, drawing) }];
  }
  const of = figureOf(group, 'totalCost');
  return usedIn(drawing).flatMap((element, series) => {
    if (!drawing.isDrawn(element)) return [];
    const value = figureOf(group, element);
    const share = formats.percent(shareOf(value, of));
    const name = `${label}, ${figures.elements[element]}: ${exact('cost', value)} (${share})`;
    return [{ key: element, value, series, name }];
  });
}

export function treemapOf(drawing: Drawing): TreemapNode[] {
  const { measure, groups, within, outer, inner, brief, place } = drawing;
  const field = measures[measure];
  const whole = Number(groups.totals[field] ?? 0);
  const nodeOf = (group: Group, key: GroupKey, above: string, at: Place, series: number): TreemapNode => {
    const label = labelOf(group, key, drawing);
    const value = figureOf(group, field);
    return {
      ...{ id: `${above} ${label}`, label, value, series, figure: brief(measure, value) },
      code: key === 'discipline' ? undefined : (codeOf(group, key) ?? undefined),
      name: nameOf(above === '' ? label : `${above}, ${label}`, value, whole, drawing),
      href: addressOf(placeIn(at, group, key), drawing),
    };
  };
  return groups.data.map((group, series) => {
    const node = nodeOf(group, outer, '', place, series);
    const at = placeIn(place, group, outer);
    const inside = (within?.data ?? []).filter((one) => codeOf(one, outer) === codeOf(group, outer));
    const children =
      inner === null || inside.length < 2
        ? []
        : inside.map((one) => nodeOf(one, inner, node.label, at, series));
    return { ...node, children };
  });
}
