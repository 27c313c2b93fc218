import {
  type ChangedLine,
  changedPositions,
  commonFields,
  fieldsOf,
  hasOtherMatches,
  isNumeric,
  type LineDraft,
  type StoredLine,
} from '@consulting/mto-engine';

type Own = Record<string, string | null>;

export class PatchedLines {
  readonly changed = new Map<string, LineDraft>();
  readonly #own = new Map<string, Own>();
  readonly #positions = new Set<number>();

  add(before: StoredLine, draft: LineDraft): void {
    const changed = changedPositions(before, draft);
    if (changed.length === 0 && !hasOtherMatches(before, draft)) return;
    const own: Own = {};
    for (const position of changed) {
      if (position < commonFields.length) this.#positions.add(position);
      else Object.assign(own, ownChange(draft, position));
    }
    this.changed.set(draft.id, draft);
    this.#own.set(draft.id, own);
  }

  get positions(): number[] {
    return [...this.#positions].sort((one, other) => one - other);
  }

  get lines(): ChangedLine[] {
    const { positions } = this;
    return [...this.changed.values()].map(({ id, values, crewRateMatched, wbsMatched }) => {
      const columns = positions.map((at) => values[at] ?? null);
      return { id, columns, own: this.#own.get(id) ?? {}, crewRateMatched, wbsMatched };
    });
  }
}

function ownChange({ discipline, values }: LineDraft, position: number): Own {
  const field = fieldsOf(discipline)[position];
  const value = values[position] ?? null;
  if (field === undefined) return {};
  return { [field.key]: value === null ? null : isNumeric(field) ? String(value) : JSON.stringify(value) };
}
