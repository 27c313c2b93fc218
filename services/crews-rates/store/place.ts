import type { Database } from '@consulting/shared/store/connect';
import { equalsIgnoringCase, lowered, matchesText, whenGiven } from '@consulting/shared/store/query';
import { and, sql } from 'drizzle-orm';
import { place } from './schema';

/** Where a rate card is valid, as it was entered. */
export interface PlaceName {
  country: string;
  region: string | null;
  province: string | null;
}

/** Identifiers of the places that a rate card filter means. */
export async function findPlaceIds(
  db: Database,
  { country, region, province }: { [Key in keyof PlaceName]: string | null },
): Promise<number[]> {
  const rows = await db
    .select({ id: place.id })
    .from(place)
    .where(
      and(
        whenGiven(country, (text) => equalsIgnoringCase(place.country, text)),
        whenGiven(region, (text) => equalsIgnoringCase(place.region, text)),
        whenGiven(province, (text) => equalsIgnoringCase(place.province, text)),
      ),
    );
  return rows.map(({ id }) => id);
}

/** Identifiers of the places whose region or province holds the text. */
export async function searchPlaceIds(db: Database, search: string): Promise<number[]> {
  const rows = await db
    .select({ id: place.id })
    .from(place)
    .where(matchesText([place.region, place.province], search));
  return rows.map(({ id }) => id);
}

/** The identifier of each place, in their order; places that are new are added. */
export async function requirePlaces(tx: Database, names: readonly PlaceName[]): Promise<number[]> {
  const wanted = sql`
    select position, country, ${lowered(sql`region`)} as region, ${lowered(sql`province`)} as province
    from jsonb_to_recordset(${numbered(names)}::text::jsonb)
      as wanted(position int, country text, region text, province text)`;
  const find = () =>
    tx.execute<{ position: number; id: number | null }>(sql`
      select wanted.position, place.id from (${wanted}) as wanted
      left join place on place.country = wanted.country
        and place.region is not distinct from wanted.region
        and place.province is not distinct from wanted.province
      order by wanted.position`);
  const found = await find();
  if (found.every(({ id }) => id !== null)) return found.map(({ id }) => id as number);
  await tx.execute(sql`
    insert into place (country, region, province)
    select distinct country, region, province from (${wanted}) as wanted
    order by country, region, province
    on conflict do nothing`);
  return (await find()).map(({ id }) => id as number);
}

const numbered = (names: readonly PlaceName[]) =>
  JSON.stringify(
    names.map(({ country, region, province }, position) => ({ position, country, region, province })),
  );
