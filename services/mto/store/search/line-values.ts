import { type SQL, sql } from 'drizzle-orm';
import type { SearchField } from '../../fields/search-field';
import type { Condition, Criteria } from './criteria';
import { comparableValue } from './value';

/** A text that so many conditions compare is lower-cased once for each line, which costs a subselect. */
const textUsesMin = 4;
/** Attributes of so many conditions are fetched once for each line: those of a long line lie outside of it. */
const attributeUsesMin = 8;

const unpacked = 'unpacked';

export class LineValues {
  readonly #texts = new Map<string, { name: SQL; value: SQL }>();
  readonly #areAttributesShared: boolean;

  constructor(criteria: Criteria) {
    const fields = [...comparedFields(criteria)];
    const own = fields.filter(({ isColumn }) => !isColumn);
    this.#areAttributesShared = own.length >= attributeUsesMin;
    const uses = Map.groupBy(
      fields.filter(({ type }) => type === 'text'),
      ({ key }) => key,
    );
    for (const [key, [field, ...others]] of uses)
      if (field && others.length + 1 >= textUsesMin)
        this.#texts.set(key, {
          name: sql.raw(`text_${this.#texts.size}`),
          value: comparableValue(field, this.attributes),
        });
  }

  isShared({ key, isColumn }: SearchField): boolean {
    return this.#texts.has(key) || (!isColumn && this.#areAttributesShared);
  }

  get attributes(): string {
    return this.#areAttributesShared ? unpacked : 'attributes';
  }

  comparable(field: SearchField): SQL {
    return this.#texts.get(field.key)?.name ?? comparableValue(field, this.attributes);
  }

  around(condition: SQL): SQL {
    const texts = [...this.#texts.values()].map(({ name, value }) => sql`${value} as ${name}`);
    if (!this.#areAttributesShared)
      return sql`(select ${condition} from (select ${sql.join(texts, sql`, `)} offset 0) as line_value)`;
    const own = sql.raw(`(select attributes || '{}'::jsonb as ${unpacked} offset 0) as own`);
    const values = sql.join([...texts, sql.raw(unpacked)], sql`, `);
    return sql`(select ${condition} from (select ${values} from ${own} offset 0) as line_value)`;
  }
}

function* comparedFields({ conditions }: Criteria): Generator<SearchField> {
  for (const one of conditions)
    if (isGroup(one)) yield* comparedFields(one);
    else yield one.field;
}

export const isGroup = (one: Condition | Criteria): one is Criteria => 'conditions' in one;
