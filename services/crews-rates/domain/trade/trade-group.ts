import { createHash } from 'node:crypto';
import { requireVersion } from '@consulting/kernel/process';
import { DomainError, isUuid, loweredText, notFound } from '@consulting/kernel/schema';
import { findTrade, findTradeGroup, lockTradeGroup, type TradeRow } from '../../store/trade';
import type { Ctx } from '../context';
import { changeTrade, serialiseTrade, type TradeFields } from './trade';
import { commonTradeKeys, tradeInput } from './trade-fields';

export interface TradeSelection {
  tradeCode: string;
  laborDesignation: string | null;
  rows: TradeRow[];
  isWhole: boolean;
}

export async function getTradeGroup(ctx: Ctx, tradeCode: string, laborDesignation: string | null) {
  return serialiseGroup((await findSelection(ctx, tradeCode, laborDesignation)).rows);
}

/**
 * The change applies to the selected designation, the only one, or what all have in common (resources.md 7).
 * @throws NOT_FOUND, VERSION_MISMATCH, VALIDATION_ERROR, TRADE_AMBIGUOUS, TRADE_EXISTS
 */
export function updateTradeGroup(
  ctx: Ctx,
  tradeCode: string,
  laborDesignation: string | null,
  body: unknown,
) {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const { rows } = await lockSelection(inside, tradeCode, laborDesignation);
    if (rows.length > 1) requireCommonKeys(rows, body);
    const after: TradeRow[] = [];
    for (const row of rows) after.push(await changeTrade(inside, row, body));
    return serialiseGroup(after);
  });
}

export async function findSelection(
  ctx: Ctx,
  tradeCode: string,
  laborDesignation: string | null,
): Promise<TradeSelection> {
  const meant = await meantBy(ctx, tradeCode, laborDesignation);
  return select(await findTradeGroup(ctx.db, meant.tradeCode), meant.tradeCode, meant.laborDesignation);
}

async function meantBy({ db }: Ctx, tradeCode: string, laborDesignation: string | null) {
  const row = isUuid(tradeCode) ? await findTrade(db, tradeCode) : undefined;
  if (!row) return { tradeCode, laborDesignation };
  return { tradeCode: row.tradeCode, laborDesignation: laborDesignation ?? row.laborDesignation };
}

export async function lockSelection(
  ctx: Ctx,
  tradeCode: string,
  laborDesignation: string | null,
): Promise<TradeSelection> {
  const meant = await meantBy(ctx, tradeCode, laborDesignation);
  const group = await lockTradeGroup(ctx.db, meant.tradeCode);
  const selection = select(group, meant.tradeCode, meant.laborDesignation);
  requireVersion(ctx, { ...lastChanged(selection.rows), version: versionOf(selection.rows) });
  return selection;
}

function select(group: TradeRow[], tradeCode: string, laborDesignation: string | null): TradeSelection {
  const wanted = laborDesignation === null ? null : loweredText(laborDesignation);
  const rows = group.filter((row) => wanted === null || loweredText(row.laborDesignation) === wanted);
  const [first] = rows;
  if (!first) throw notFound('trade', [tradeCode, laborDesignation].filter(Boolean).join(' '));
  return {
    tradeCode: first.tradeCode,
    laborDesignation: wanted === null ? null : first.laborDesignation,
    rows,
    isWhole: rows.length === group.length,
  };
}

function serialiseGroup(rows: TradeRow[]) {
  const designations = rows.map(serialiseTrade);
  return { ...designations[0], version: versionOf(rows), designations };
}

const lastChanged = (rows: readonly TradeRow[]): TradeRow | undefined =>
  rows.toSorted((one, other) => other.updatedAt.getTime() - one.updatedAt.getTime())[0];

const versionBytes = 6;

function versionOf(rows: TradeRow[]): number {
  const [first, ...others] = rows;
  if (first && others.length === 0) return first.version;
  const versions = rows.map(({ id, version }) => `${id} ${version}`).sort();
  return createHash('sha256').update(versions.join()).digest().readUIntBE(0, versionBytes);
}

function requireCommonKeys(rows: readonly TradeRow[], body: unknown): void {
  const wanted = tradeInput.update(body, rows[0] as TradeFields);
  const keys = Object.keys(wanted).filter((key) => !commonTradeKeys.includes(key));
  if (keys.length === 0) return;
  throw new DomainError(
    'TRADE_AMBIGUOUS',
    `The trade has ${rows.length} designations; name one with laborDesignation to change ${keys.join(', ')}.`,
    { keys, laborDesignations: rows.map(({ laborDesignation }) => laborDesignation) },
  );
}
