import { seriesClass } from '@consulting/design/charts';
import { elements, measures } from '../view/measures';
import type { Group, GroupKey, Groups } from '../view/queries';
import { codeOf, type Drawing, figureOf, labelOf, placeIn } from './drawn';
import { placeSettings } from './place';

export interface Series {
  id: string;
  label: string;
  swatch: string;
  at: number;
  // Null where there is nothing of the series.
  valueIn: (group: Group) => number | null;
  hrefIn: (group: Group) => string;
}

export function seriesOf(each: GroupKey, drawing: Drawing, parts: Groups | null): Series[] {
  const { here, place, measure } = drawing;
  const addressIn = (group: Group) => placeIn(place, group, each);
  if (parts === null)
    return elements.map((element, at) => ({
      ...{ id: element, label: drawing.figures.elements[element], swatch: seriesClass(at), at },
      valueIn: (group) => figureOf(group, element) || null,
      hrefIn: (group) => here(placeSettings(addressIn(group))),
    }));
  const disciplines = new Map(parts.data.map((part) => [codeOf(part, 'discipline'), part]));
  return [...disciplines].map(([code, one], at) => ({
    ...{ id: code ?? '', label: labelOf(one, 'discipline', drawing), swatch: seriesClass(at), at },
    valueIn: (group) => {
      const part = parts.data.find(
        (other) => codeOf(other, 'discipline') === code && codeOf(other, each) === codeOf(group, each),
      );
      return part ? figureOf(part, measures[measure]) : null;
    },
    hrefIn: (group) => here(placeSettings(placeIn(addressIn(group), one, 'discipline'))),
  }));
}
