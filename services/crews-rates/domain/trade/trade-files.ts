import type { OpenWriter, WriterParts } from '@consulting/imports/list/import-list';
import { exportList, exportQuery } from '@consulting/imports/list/list-export';
import {
  changesOf,
  hasKey,
  NamedRecords,
  type ReadRow,
  readRow,
  repeats,
} from '@consulting/imports/list/list-rows';
import type { TableRow } from '@consulting/imports/table/table';
import { inSlices } from '@consulting/kernel/process';
import { type Fault, isEmpty, type Values } from '@consulting/kernel/schema';
import { pairOf } from '../../rates/matching';
import type { TradeRow } from '../../store/trade';
import * as store from '../../store/trade';
import { listRateCardCountriesOf } from '../../store/trade-usage';
import type { Ctx } from '../context';
import { emitCards } from '../rate-card/rate-card';
import { reservedFaults, type TradeFields } from './trade';
import { tradeInput, tradeQuery } from './trade-fields';
import { tradeList } from './trade-list';

export const tradeExportQuery = exportQuery(tradeQuery);

export function exportTrades(
  ctx: Ctx,
  { format, ...filter }: Values<(typeof tradeExportQuery)['fields']>,
  signal: AbortSignal,
): Promise<Response> {
  const read = store.readTrades(filter);
  return exportList(ctx, { list: tradeList, format, read }, signal);
}

export const openTradeWriter: OpenWriter = (parts) => new TradeWriter(parts);

const key = ['tradeCode', 'laborDesignation'];

type Read = ReadRow<(typeof tradeInput)['fields']>;

class TradeWriter {
  readonly #named = new NamedRecords();
  readonly #switched: TradeRow[] = [];

  constructor(private readonly parts: WriterParts) {}

  async take(rows: readonly TableRow[]): Promise<void> {
    const { tx } = this.parts;
    const read = await inSlices(rows, (row) => readRow(tradeInput, row));
    const pairs = read.filter((one) => hasKey(one, key)).map(({ record }) => record);
    const stored = await store.lockTradePairs(tx, pairs);
    const current = new Map(stored.map((trade) => [pairOf(trade), trade]));
    const created: store.NewTrade[] = [];
    const updated: TradeRow[] = [];
    await inSlices(read, (one) => this.#enter(one, current.get(pairOf(one.record)), created, updated));
    await store.insertTrades(tx, created);
    await store.updateTrades(tx, updated);
  }

  async finish(): Promise<void> {
    const { tx } = this.parts;
    const countries = await listRateCardCountriesOf(
      tx,
      this.#switched.map(({ id }) => id),
    );
    const trades = new Map(this.#switched.map((trade) => [trade.id, trade]));
    await emitCards(
      tx,
      countries.flatMap(({ tradeId, country }) => {
        const trade = trades.get(tradeId);
        return trade ? [{ ...trade, country }] : [];
      }),
    );
  }

  #enter(read: Read, current: TradeRow | undefined, created: store.NewTrade[], updated: TradeRow[]): void {
    const { tally, order, by } = this.parts;
    const { row, record } = read;
    if (!hasKey(read, key)) return tally.refuse(row, read.faults);
    const { changes, faults } = current
      ? changesOf(tradeInput, row, current as TradeFields, key)
      : { changes: {}, faults: [...read.faults, ...reservedFaults(record)] };
    const all = faults.length > 0 ? faults : this.#repeated(read);
    if (all.length > 0) tally.refuse(row, all);
    else if (!current) {
      created.push({ ...record, id: Bun.randomUUIDv7(), createdBy: by, updatedBy: by });
      tally.imported += 1;
    } else if (isEmpty(changes) || !order.updateExisting) tally.skipped += 1;
    else {
      const after = { ...current, ...changes, updatedBy: by };
      if (after.isActive !== current.isActive) this.#switched.push(after);
      updated.push(after);
      tally.updated += 1;
    }
  }

  #repeated({ row, record }: Read): Fault[] {
    const first = this.#named.enter(pairOf(record), row);
    return first === undefined ? [] : [repeats('tradeCode', first, row, 'trade and designation')];
  }
}
