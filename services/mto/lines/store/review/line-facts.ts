import { disciplines, fieldsNamed, likenessOf, type ReviewCheck } from '@consulting/mto-engine';
import { type SQL, sql } from 'drizzle-orm';
import { sortedText } from '../tables/takeoff-line-columns';

// Each part is hashed with what the parts before it gave, which needs no text of them together. None is a part of its own.
const withText = (seed: SQL, text: SQL): SQL =>
  sql`hashtextextended(${sortedText(sql`coalesce(${text}, '')`)}, ${seed})`;
const withNumber = (seed: SQL, number: SQL): SQL =>
  sql`hash_numeric_extended(coalesce(${number}, 'NaN'), ${seed})`;

const column = (name: string): SQL => sql.raw(`takeoff_line.${name}`);
const withColumns = (seed: SQL, names: readonly string[]): SQL => names.map(column).reduce(withText, seed);

const ofDiscipline = sql`hashtextextended(takeoff_line.discipline, uuid_hash_extended(takeoff_line.service_id, 0))`;

function ofAttributes(keysOf: (discipline: (typeof disciplines)[number]) => readonly string[]): SQL {
  const cases = disciplines.map((discipline) => {
    const key = keysOf(discipline).reduce(withAttribute, ofDiscipline);
    return sql`when ${sql.raw(`'${discipline}'`)} then ${key}`;
  });
  return sql`case takeoff_line.discipline ${sql.join(cases, sql` `)} end`;
}

function withAttribute(seed: SQL, key: string): SQL {
  const isNumber = fieldsNamed(key).some(({ type }) => type === 'number' || type === 'integer');
  return isNumber
    ? withNumber(seed, sql.raw(`(takeoff_line.attributes -> '${key}')::numeric`))
    : withText(seed, sql.raw(`takeoff_line.attributes ->> '${key}'`));
}

// Twins have all of it in common; of a line that nothing names there are none.
const twinKey = sql`case when coalesce(takeoff_line.tag, takeoff_line.item_code, takeoff_line.description) is not null
  then ${withColumns(
    withNumber(
      ofAttributes((discipline) => likenessOf(discipline).sizes),
      column('quantity'),
    ),
    ['tag', 'item_code', 'description', 'drawing_number'],
  )} end`;

const namedBy = (name: string): SQL =>
  sql`case when ${column(name)} is not null then ${withColumns(ofDiscipline, [name])} end`;

const likeKey = withColumns(
  ofAttributes((discipline) => [...likenessOf(discipline).kinds, ...likenessOf(discipline).sizes]),
  ['unit_of_measure'],
);

// The value per unit, or else what came of it, by its logarithm.
const perUnit = (given: string, result: string): SQL => {
  const value = sql.raw(`coalesce(nullif(takeoff_line.${given}, 0),
    takeoff_line.${result} / nullif(takeoff_line.quantity, 0))`);
  return sql`case when ${value} > 0 then ln(${value}::float8) end`;
};

const facts = {
  twin_key: twinKey,
  code_key: namedBy('item_code'),
  text_key: namedBy('description'),
  unit_key: withColumns(sql`0`, ['unit_of_measure']),
  like_key: likeKey,
  unit_hours: perUnit('unit_man_hours', 'total_man_hours'),
  unit_price: perUnit('material_unit_price', 'material_cost'),
};

type Fact = keyof typeof facts;

export type ComparingCheck = Exclude<ReviewCheck, 'UNKNOWN_WBS' | 'UNKNOWN_CREW' | 'OUTSIDE_HISTORY'>;

const factsOfCheck: Readonly<Record<ComparingCheck, readonly Fact[]>> = {
  DUPLICATE_LINES: ['twin_key'],
  UNIT_UNUSUAL: ['code_key', 'text_key', 'unit_key'],
  OUTLIER_HOURS: ['like_key', 'unit_hours'],
  OUTLIER_PRICE: ['like_key', 'unit_price'],
};

export const comparingChecks = Object.keys(factsOfCheck) as ComparingCheck[];

// Columns of a line that say with which lines it is compared, and by what.
export function factsFor(checks: readonly ComparingCheck[]): SQL {
  const names = new Set(checks.flatMap((check) => factsOfCheck[check]));
  return sql.join(
    [...names].map((name) => sql`${facts[name]} as ${sql.identifier(name)}`),
    sql`, `,
  );
}
