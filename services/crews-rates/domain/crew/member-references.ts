import { lockReferences } from '@consulting/kernel/postgres';
import { type Fault, invalid, isObject, isStorable, loweredText } from '@consulting/kernel/schema';
import {
  type CompositionInput,
  type EquipmentInput,
  type LabourInput,
  membersMax,
} from '../../fields/crew-composition';
import { askEquipment, type EquipmentFacts } from '../../neighbours/equipment-wbs';
import { pairOf } from '../../rates/matching';
import { lockTradesShared, type TradePair, type TradeRow } from '../../store/trade';
import type { Ctx } from '../context';

const designationLengthMax = 60;

const codeLengthMax = 40;

export interface KnownMembers {
  trades: ReadonlyMap<string, TradeRow>;
  equipment: ReadonlyMap<string, EquipmentFacts>;
}

interface Named {
  pairs: { at: string; pair: TradePair }[];
  codes: { at: string; code: string }[];
}

export function namedMembers(body: unknown): Named {
  return {
    pairs: entriesOf(body, 'labourMembers').flatMap(({ at, entry }) => {
      const tradeCode = named(entry.tradeCode, designationLengthMax);
      const laborDesignation = named(entry.laborDesignation, designationLengthMax);
      if (tradeCode === null || laborDesignation === null) return [];
      return [{ at: `${at}.tradeCode`, pair: { tradeCode, laborDesignation } }];
    }),
    codes: entriesOf(body, 'equipmentMembers').flatMap(({ at, entry }) => {
      const code = named(entry.equipmentCode, codeLengthMax);
      return code === null ? [] : [{ at: `${at}.equipmentCode`, code }];
    }),
  };
}

function entriesOf(body: unknown, key: keyof CompositionInput) {
  const members = isObject(body) ? body[key] : undefined;
  if (!Array.isArray(members) || members.length > membersMax) return [];
  return members.flatMap((entry, index) => (isObject(entry) ? [{ at: `${key}[${index}]`, entry }] : []));
}

function named(value: unknown, lengthMax: number): string | null {
  if (typeof value !== 'string' || !isStorable(value)) return null;
  const text = value.trim().replace(/\s+/g, ' ');
  return text === '' || text.length > lengthMax ? null : text;
}

/**
 * The trades cannot be removed, and usage of the equipment is not answered, until the end of the transaction. @throws
 * DEPENDENCY_UNAVAILABLE
 */
export async function lockMembers(
  ctx: Pick<Ctx, 'db' | 'bus'>,
  named: readonly Named[],
): Promise<KnownMembers> {
  const pairs = named.flatMap((one) => one.pairs.map(({ pair }) => pair));
  const codes = named.flatMap((one) => one.codes.map(({ code }) => code));
  const trades = await lockTradesShared(ctx.db, pairs);
  await lockReferences(ctx.db, 'equipment', codes);
  const equipment = await askEquipment(ctx.bus, codes, null);
  return { trades: new Map(trades.map((trade) => [pairOf(trade), trade])), equipment };
}

export function memberFaults(
  { pairs, codes }: Named,
  { trades, equipment }: KnownMembers,
  current: readonly TradePair[] = [],
): Fault[] {
  const stored = new Set(current.map(pairOf));
  const ofTrades = pairs.flatMap(({ at, pair }): Fault[] => {
    if (stored.has(pairOf(pair))) return [];
    const trade = trades.get(pairOf(pair));
    const name = `${pair.tradeCode} ${pair.laborDesignation}`;
    if (!trade) return [{ field: at, code: 'TRADE_NOT_FOUND', message: `there is no trade ${name}` }];
    if (trade.isActive) return [];
    return [{ field: at, code: 'REFERENCE', message: `the trade ${name} is inactive` }];
  });
  const ofEquipment = codes.flatMap(({ at, code }): Fault[] =>
    equipment.has(loweredText(code))
      ? []
      : [{ field: at, code: 'REFERENCE', message: `there is no equipment ${code}` }],
  );
  return [...repeatedPairs(pairs), ...ofTrades, ...ofEquipment];
}

function repeatedPairs(pairs: Named['pairs']): Fault[] {
  const seen = new Set<string>();
  return pairs.flatMap(({ at, pair }): Fault[] => {
    const isRepeated = seen.has(pairOf(pair));
    seen.add(pairOf(pair));
    const message = 'occurs more than once with its designation';
    return isRepeated ? [{ field: at, code: 'DUPLICATE', message }] : [];
  });
}

export async function requireMembers(
  ctx: Ctx,
  body: unknown,
  faults: readonly Fault[],
  current: readonly TradePair[] = [],
): Promise<KnownMembers> {
  const named = namedMembers(body);
  const known = await lockMembers(ctx, [named]);
  const all = [...faults, ...memberFaults(named, known, current)];
  if (all.length > 0) throw invalid(all);
  return known;
}

export function tradeOf({ trades }: KnownMembers, member: LabourInput): TradeRow {
  const trade = trades.get(pairOf(member));
  if (!trade) throw new Error(`the trade of member ${pairOf(member)} is not known`);
  return trade;
}

export function equipmentOf({ equipment }: KnownMembers, member: EquipmentInput): EquipmentFacts {
  const found = equipment.get(loweredText(member.equipmentCode));
  if (!found) throw new Error(`the equipment ${member.equipmentCode} is not known`);
  return found;
}
