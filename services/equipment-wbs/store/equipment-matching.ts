import type { ImportTransaction } from '@consulting/imports/store/transaction';
import { ReadingOutdated } from '@consulting/imports/task-model';
import { equipmentPricesChanged } from '@consulting/kernel/contracts/equipment-wbs';
import { getTableColumns } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { EquipmentRow, EquipmentValues } from './equipment';
import { equipment } from './schema';

export interface RowKey {
  position: number;
  place: string;
  code: string;
}

export type ImportedEquipment = Omit<EquipmentRow, 'version' | 'createdAt' | 'updatedAt'>;

export interface Match {
  otherPlace: string | null;
  present: ImportedEquipment | null;
}

const { version, createdAt, updatedAt, operatorSince, ...written } = getTableColumns(equipment);

const { id, equipmentCode, createdBy, ...changeable } = written;

const nameOf = (key: string) => `"${toSnakeCase(key)}"`;

const names = Object.keys(written).map(nameOf);

const keys = Object.keys(written).map((key) => `"${key}"`);

const recordset = `jsonb_to_recordset($1::text::jsonb) as row(${Object.entries(written)
  .map(([key, column]) => `"${key}" ${column.getSQLType()}`)
  .join(', ')})`;

const operatorNow = `case when (equipment.operator_trade_code, equipment.operator_labor_designation)
    is distinct from (row."operatorTradeCode", row."operatorLaborDesignation")
  then statement_timestamp() else equipment.operator_since end`;

const lowered = (column: string) => `lower(${column} collate pg_c_utf8)`;

export class EquipmentMatching {
  constructor(private readonly transaction: ImportTransaction) {}

  /** Waits for other imports of equipment, so that two never wait for each other's rows. */
  async open(): Promise<void> {
    await this.transaction.holdAlone('equipment_wbs.import');
    await this.transaction.run(
      'create temporary table import_key (position integer, place text, code text) on commit drop',
    );
  }

  async copyKeys(rowKeys: readonly RowKey[]): Promise<void> {
    await this.transaction.run(
      `insert into import_key select * from jsonb_to_recordset($1::text::jsonb)
        as row(position integer, place text, code text)`,
      [JSON.stringify(rowKeys)],
    );
  }

  /** Keeps the equipment from changes until the end of the transaction. */
  async match(): Promise<void> {
    await this.transaction.run('analyze pg_temp.import_key');
    await this.transaction.run(`select count(*) from (
      select id from equipment where ${lowered('equipment_code')} in (select ${lowered('code')} from import_key)
      order by id for no key update) as locked`);
    await this.transaction.run(`create temporary table import_match on commit drop as
      select position, equipment_id, case when first = last then null when first = position then last_place else first_place end
        as other_place
      from (
        select key.position, equipment.id as equipment_id, first_value(place) over same as first_place,
          last_value(place) over same as last_place, first_value(position) over same as first,
          last_value(position) over same as last
        from import_key key left join equipment on ${lowered('equipment_code')} = ${lowered('code')}
        window same as (partition by ${lowered('code')} order by position
          rows between unbounded preceding and unbounded following)
      ) as found
      where equipment_id is not null or first <> last`);
    await this.transaction.run('create index on pg_temp.import_match (position)');
    await this.transaction.run('analyze pg_temp.import_match');
  }

  async readTrades(): Promise<string[]> {
    const rows = await this.transaction.run<{ code: string }>(`select distinct operator_trade_code as code
      from import_match join equipment on equipment.id = equipment_id where operator_trade_code is not null`);
    return rows.map(({ code }) => code);
  }

  async read(from: number, count: number): Promise<ReadonlyMap<number, Match>> {
    const record = Object.keys(written).map((key) => `'${key}', equipment.${nameOf(key)}`);
    const rows = await this.transaction.run<{
      position: number;
      otherPlace: string | null;
      present: string | null;
    }>(
      `select position, other_place as "otherPlace",
        case when equipment.id is not null then json_build_object(${record.join(', ')})::text end as present
      from import_match left join equipment on equipment.id = equipment_id
      where position >= $1 and position < $2`,
      [from, from + count],
    );
    return new Map(
      rows.map(({ position, otherPlace, present }) => [
        position,
        { otherPlace, present: present === null ? null : JSON.parse(present) },
      ]),
    );
  }

  /** @throws ReadingOutdated when one of the codes was taken meanwhile */
  async insert(rows: readonly (EquipmentValues & { id: string })[]): Promise<void> {
    if (rows.length === 0) return;
    const { count } = await this.transaction.run(
      `insert into equipment (${names.join(', ')}) select ${keys.join(', ')} from ${recordset} on conflict do nothing`,
      [JSON.stringify(rows)],
    );
    if (count !== rows.length) throw new ReadingOutdated();
  }

  async update(rows: readonly ImportedEquipment[]): Promise<void> {
    if (rows.length === 0) return;
    const changes = Object.keys(changeable).map((key) => `${nameOf(key)} = row."${key}"`);
    await this.transaction.run(
      `update equipment set ${changes.join(', ')}, version = equipment.version + 1,
        updated_at = statement_timestamp(), operator_since = ${operatorNow}
       from ${recordset} where equipment.id = row.id`,
      [JSON.stringify(rows)],
    );
    const told = rows.map((row) => ({ equipmentCode: row.equipmentCode, projectId: null }));
    await this.transaction.emit(equipmentPricesChanged, told);
  }
}
