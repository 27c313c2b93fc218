import type { Database } from '@consulting/kernel/postgres';
import { and, type SQL, sql } from 'drizzle-orm';
import { countsAs, isCounted } from '../rows/figures';
import { wholeOf } from '../rows/line-source';
import type { Run } from '../search/line-cursor';
import { type LineFilter, matching, sourceOf, takeoffOrder } from '../search/line-filter';

export interface BidLine {
  mtoId: string;
  amount: number;
  unitPrice: number | null;
}

export interface Bid {
  grandTotal: string;
  weights: Readonly<Record<string, number>>;
}

interface BidPage {
  data: BidLine[];
  total: number;
}

const centsOf = (row: SQL): SQL => sql`round(coalesce(${row}.total_cost, 0) * 100)`;

const weightOf = (row: SQL, { weights }: Pick<Bid, 'weights'>): SQL =>
  sql`${centsOf(row)} * round(coalesce((${JSON.stringify(weights)}::jsonb ->> ${row}.discipline)::numeric, 1) * 1000000)`;

// Whole cents of a share, towards less.
const wholeCents = (share: SQL, weights: SQL): SQL =>
  sql`(div(${share}, ${weights}) - case when mod(${share}, ${weights}) < 0 then 1 else 0 end)`;

// What the grand total is above the cost of the lines is spread in whole cents by largest remainder, so that amounts add up to it. Lines
// without any weight have equal parts.
function rankedParts(filter: LineFilter, bid: Bid): SQL {
  const line = sql.raw('takeoff_line');
  return sql`
    part as materialized (
      select id, item_number, created_at, quantity, ${centsOf(line)} as cents, ${weightOf(line, bid)} as weight
      from ${wholeOf(sourceOf(filter))} where ${and(matching(filter), isCounted)}),
    whole as materialized (
      select round(${bid.grandTotal}::numeric * 100) - coalesce(sum(cents), 0) as spread, coalesce(sum(weight), 0) = 0 as is_equal,
        sign(sum(weight)) as direction, case when sum(weight) = 0 then count(*)::numeric else abs(sum(weight)) end as weights
      from part),
    share as materialized (
      select part.*, spread * case when is_equal then 1 else weight * direction end as share, weights, spread from part, whole),
    rounded as materialized (select *, ${wholeCents(sql`share`, sql`weights`)} as part_cents from share),
    ranked as (
      select *, row_number() over (order by share - part_cents * weights desc, id) as place,
        spread - sum(part_cents) over () as missing from rounded)`;
}

const amounts = sql`amount as (
  select id, item_number, created_at, quantity,
    (cents + part_cents + case when place <= missing then 1 else 0 end) / 100 as amount from ranked)`;

const unitPrice = sql`round(amount / nullif(quantity, 0), 4)`;

export async function readBidSpread(
  db: Database,
  filter: LineFilter,
  bid: Bid,
  { skip, limit }: { skip: number; limit: number },
): Promise<BidPage> {
  const [row] = await db.execute<{ found: string }>(sql`
    with ${rankedParts(filter, bid)}, ${amounts},
    page as (
      select id as "mtoId", round(amount, 2) as amount, ${unitPrice} as "unitPrice"
      from amount ${takeoffOrder} limit ${limit}::int offset ${skip}::int)
    select json_build_object('total', (select count(*) from part), 'data', (select coalesce(json_agg(page), '[]') from page))::text as found`);
  return JSON.parse(row?.found ?? '{"total":0,"data":[]}');
}

const fetchedMax = 1000;

// Unit price and amount of each line that counts, in the order of the takeoff.
export async function* readBids(
  run: Run,
  filter: LineFilter,
  bid: Bid,
): AsyncGenerator<[unitPrice: string | null, amount: string]> {
  await run(sql`declare bid_of_lines no scroll cursor for
    with ${rankedParts(filter, bid)}, ${amounts}
    select ${unitPrice}::text as "unitPrice", round(amount, 2)::text as amount from amount ${takeoffOrder}`);
  const fetch = sql`fetch ${sql.raw(String(fetchedMax))} from bid_of_lines`;
  for (;;) {
    const rows = await run<{ unitPrice: string | null; amount: string }>(fetch);
    for (const { unitPrice, amount } of rows) yield [unitPrice, amount];
    if (rows.length < fetchedMax) return;
  }
}

// What the amount of a line needs to know of all others: `last` is the line with the smallest remainder that has one cent more.
export interface BidTerms extends Pick<Bid, 'weights'> {
  spread: string;
  isEqual: boolean;
  direction: string;
  sum: string;
  last: { remainder: string; id: string } | null;
}

export async function findBidTerms(run: Run, filter: LineFilter, bid: Bid): Promise<BidTerms> {
  const [row] = await run<{ found: string }>(sql`
    with ${rankedParts(filter, bid)}
    select json_build_object('spread', spread::text, 'isEqual', is_equal, 'direction', coalesce(direction, 0)::text,
      'sum', coalesce(weights, 0)::text, 'last', (
        select json_build_object('remainder', (share - part_cents * weights)::text, 'id', id) from ranked where place = missing)
      )::text as found from whole`);
  if (row === undefined) throw new RangeError('an aggregate has one row');
  return { ...JSON.parse(row.found), weights: bid.weights };
}

// Amount and unit price of a row named `line`, both null where it does not count.
export function bidFigures(terms: BidTerms): { amount: SQL; unitPrice: SQL } {
  const { spread, isEqual, direction, sum, last } = terms;
  const line = sql.raw('line');
  const share = isEqual
    ? sql`${spread}::numeric`
    : sql`${spread}::numeric * ${weightOf(line, terms)} * ${direction}::numeric`;
  const weights = sql`nullif(${sum}::numeric, 0)`;
  const remainder = sql`share - part_cents * ${weights}`;
  const isMore = last
    ? sql`${remainder} > ${last.remainder}::numeric or (${remainder} = ${last.remainder}::numeric and line.id <= ${last.id}::uuid)`
    : sql`false`;
  const amount = sql`(
    select round((${centsOf(line)} + part_cents + case when ${isMore} then 1 else 0 end) / 100, 2)
    from (select ${share} as share) as shared, lateral (select ${wholeCents(sql`share`, weights)} as part_cents) as whole
    where ${sql.raw(countsAs('line'))})`;
  return { amount, unitPrice: sql`round(${amount} / nullif(line.quantity, 0), 4)` };
}
