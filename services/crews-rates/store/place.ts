import { type Database, equalsIgnoringCase, matchesText, whenGiven } from '@consulting/kernel/postgres';
import { loweredText } from '@consulting/kernel/schema';
import { and, inArray } from 'drizzle-orm';
import { place } from './schema';

export interface PlaceName {
  country: string;
  region: string | null;
  province: string | null;
}

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

export async function searchPlaceIds(db: Database, search: string): Promise<number[]> {
  const rows = await db
    .select({ id: place.id })
    .from(place)
    .where(matchesText([place.region, place.province], search));
  return rows.map(({ id }) => id);
}

const rowsPerStatement = 5000;

export async function requirePlaces(tx: Database, names: readonly PlaceName[]): Promise<number[]> {
  const wanted = names.map(comparedName);
  const known = await findPlaces(tx, wanted);
  const added = wanted.filter((name) => !known.has(keyOf(name)));
  if (added.length === 0) return wanted.map((name) => known.get(keyOf(name)) as number);
  // In one order everywhere, so that two imports wait for each other and do not deadlock.
  added.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  for (let start = 0; start < added.length; start += rowsPerStatement) {
    await tx
      .insert(place)
      .values(added.slice(start, start + rowsPerStatement))
      .onConflictDoNothing();
  }
  const all = await findPlaces(tx, wanted);
  return wanted.map((name) => all.get(keyOf(name)) as number);
}

const comparedName = ({ country, region, province }: PlaceName): PlaceName => ({
  country,
  region: region === null ? null : loweredText(region),
  province: province === null ? null : loweredText(province),
});

const keyOf = ({ country, region, province }: PlaceName) => JSON.stringify([country, region, province]);

async function findPlaces(db: Database, names: readonly PlaceName[]): Promise<Map<string, number>> {
  const countries = [...new Set(names.map(({ country }) => country))];
  if (countries.length === 0) return new Map();
  const rows = await db.select().from(place).where(inArray(place.country, countries));
  return new Map(rows.map(({ id, ...name }) => [keyOf(name), id]));
}
