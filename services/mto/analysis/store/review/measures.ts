import { type SQL, sql } from 'drizzle-orm';

const attribute = (key: string): SQL => sql.raw(`(takeoff_line.attributes -> '${key}')::numeric`);

const quantityIn = (unit: string): SQL =>
  sql.raw(`case when lower(takeoff_line.unit_of_measure) = '${unit}' then takeoff_line.quantity end`);

// What ratios divide, by discipline; each line has three places for it.
const measures: Readonly<Record<string, readonly [string, SQL][]>> = {
  piping: [
    ['totalDiaInch', attribute('totalDiaInch')],
    ['pipeLength', sql`coalesce(${attribute('centrelineLength')}, ${quantityIn('m')})`],
    ['totalWeight', attribute('totalWeight')],
  ],
  structural: [['grossWeight', attribute('grossWeight')]],
  concrete: [
    ['concreteVolume', attribute('concreteVolume')],
    ['rebarWeight', attribute('rebarWeight')],
    ['formworkArea', attribute('formworkArea')],
  ],
  bulk_electrical: [
    ['cableLength', attribute('cableLength')],
    ['terminationCount', attribute('terminationCount')],
  ],
  instrumentation: [['instruments', quantityIn('ea')]],
};

const places = [0, 1, 2];

const costs = {
  totalManHours: 'total_man_hours',
  totalCost: 'total_cost',
  labourCost: 'labour_cost',
  materialCost: 'material_cost',
  indirectCost: 'indirect_cost',
  directCost: 'direct_cost',
};

const costColumns = Object.values(costs).filter((name) => name !== 'total_cost');

// Columns of a line that the sums by discipline need.
export const measureColumns: SQL = sql.join(
  [
    ...['discipline', ...costColumns].map((name) => sql.raw(`takeoff_line.${name}`)),
    ...places.map((place) => {
      const cases = Object.entries(measures).flatMap(([discipline, own]) => {
        const measure = own[place];
        return measure ? [sql`when ${sql.raw(`'${discipline}'`)} then ${measure[1]}`] : [];
      });
      return sql`case takeoff_line.discipline ${sql.join(cases, sql` `)} end as ${sql.raw(`measure_${place}`)}`;
    }),
  ],
  sql`, `,
);

const summed = [...Object.values(costs), ...places.map((place) => `measure_${place}`)];

// A list of sums by discipline, each under the name of what was summed.
export const sumsByDiscipline: SQL = sql`(
  select coalesce(json_agg(own), '[]') from (
    select discipline, ${sql.raw(summed.map((name) => `coalesce(sum(${name}), 0)::text as ${name}`).join(', '))}
    from line_fact group by discipline) as own)`;

export interface DisciplineSums {
  discipline: string;
  sums: Readonly<Record<string, string>>;
}

export function readSums(rows: readonly Record<string, string>[]): DisciplineSums[] {
  return rows.map((row) => {
    const { discipline = '' } = row;
    const ofLine = Object.entries(costs).map(([key, column]) => [key, row[column] ?? '0']);
    const own = (measures[discipline] ?? []).map(([key], place) => [key, row[`measure_${place}`] ?? '0']);
    return { discipline, sums: Object.fromEntries([...ofLine, ...own]) };
  });
}
