import { type Field, useFields } from '@consulting/foundation/api';
import { useMemo } from 'react';
import type { Task } from './task';

export type Discipline = NonNullable<Task['discipline']>;

const setByUpload = ['projectId', 'serviceId'];
const lineId = 'mtoId';

/** A key that several disciplines share stands for the field of the first of them. */
export class LineFields {
  private readonly byKey: ReadonlyMap<string, Field>;

  constructor(readonly all: readonly Field[]) {
    this.byKey = new Map([...all].reverse().map((field) => [field.key, field]));
  }

  find = (key: string): Field | undefined => this.byKey.get(key);

  labelOf = (key: string): string => this.find(key)?.label ?? (key === lineId ? 'MTO ID' : key);

  valueLabel = (key: string, value: string): string =>
    this.choicesOf(key).find(({ id }) => id === value)?.label ?? value;

  choicesOf = (key: string): { id: string; label: string }[] =>
    this.find(key)?.enum?.map(({ value, label }) => ({ id: value, label })) ?? [];

  get disciplines(): { id: Discipline; label: string }[] {
    const known = new Set(this.find('discipline')?.disciplines);
    return [...known].map((id) => ({ id, label: this.valueLabel('discipline', id) }));
  }

  get texts(): Field[] {
    return this.groups.flatMap(({ fields }) => fields.filter(({ type }) => type === 'text'));
  }

  get groups(): { group: string; fields: Field[] }[] {
    const fillable = [...this.byKey.values()]
      .reverse()
      .filter(({ key, computed }) => !setByUpload.includes(key) && (!computed || key === 'totalCost'));
    const groups = Map.groupBy(fillable, ({ group }) => group);
    return [...groups].map(([group, fields]) => ({ group, fields }));
  }
}

export function useLineFields(discipline: Discipline | null): LineFields {
  const { data } = useFields(discipline);
  return useMemo(() => new LineFields(data ?? []), [data]);
}
