import { copyText } from '@consulting/imports/store/copy-text';
import type { ImportTransaction } from '@consulting/imports/store/transaction';
import type { Discipline, ImportMode } from '@consulting/mto-engine';
import { sql } from 'drizzle-orm';
import type { LinesOwner } from './matched-lines';

interface SourceId {
  position: number;
  discipline: Discipline;
  sourceId: string;
}

export interface SourceFault {
  position: number;
  sourceId: string;
  fault: 'repeated' | 'taken';
  [column: string]: unknown;
}

const hasMatches: Record<ImportMode, boolean> = { append: false, replace: false, upsert: true, revise: true };

export class SourceIds {
  constructor(
    private readonly transaction: ImportTransaction,
    private readonly owner: LinesOwner & { mode: ImportMode },
  ) {}

  async open(): Promise<void> {
    await this.transaction.run(
      'create temporary table import_source (position integer, discipline text, source_id text) on commit drop',
    );
  }

  copy(found: readonly SourceId[]): Promise<void> {
    const rows = found.map(
      ({ position, discipline, sourceId }) => `${position}\t${discipline}\t${copyText(sourceId)}\n`,
    );
    const columns = ['position', 'discipline', 'source_id'];
    return this.transaction.copy('pg_temp.import_source', columns, Buffer.from(rows.join('')));
  }

  async check(): Promise<void> {
    const { projectId, serviceId, mode } = this.owner;
    const match = sql.raw(
      hasMatches[mode] ? 'import_match' : '(select null::integer as position, null::uuid as line_id)',
    );
    await this.transaction.run('analyze pg_temp.import_source');
    await this.transaction.run('set local enable_nestloop to off');
    await this.transaction.execute(sql`
      create temporary table import_source_fault on commit drop as
      select source.position, source.source_id, case when source.rows > 1 then 'repeated' else 'taken' end as fault
      from (
        select *, count(*) over (partition by discipline, source_id) as rows from import_source
      ) as source
      left join ${match} as match on match.position = source.position
      left join (
        select id, discipline, source_id from takeoff_line
        where project_id = ${projectId}::uuid and service_id = ${serviceId}::uuid and source_id is not null
      ) as line on ${mode !== 'replace'}::boolean and line.discipline = source.discipline and line.source_id = source.source_id
      where source.rows > 1 or (line.id is not null and line.id is distinct from match.line_id)`);
    await this.transaction.run('set local enable_nestloop to default');
    await this.transaction.run('create index on import_source_fault (position)');
  }

  async read(from: number, count: number): Promise<Map<number, SourceFault>> {
    const rows = await this.transaction.execute<SourceFault>(sql`
      select position, source_id as "sourceId", fault from import_source_fault
      where position >= ${from}::integer and position < ${from + count}::integer`);
    return new Map(rows.map((row) => [row.position, row]));
  }
}
