import type { CrudSystem } from '../crud-system';
import { loadPart } from '../million-lines';

const lineCount = Number(process.env.BENCH_LINES ?? 100_000);
const itemCount = 10_000;
/** A tree that is read has no more. */
const wbsItemCount = 100_000;
const crewCount = 40;
const tradeCount = 60;
const membersPerCrew = 8;

export interface Stage {
  projectId: string;
  serviceId: string;
  otherProjectId: string;
  otherServiceId: string;
  crewIds: string[];
}

const place = { country: 'US', region: 'Gulf Coast', province: 'Texas', year: 2025, quarter: 'Q3' };
const projectType = 'petrochemical';
const codeOf = (at: number) => `T${String(at).padStart(3, '0')}`;

/** A project of many lines with a WBS of ten thousand items and crews, and an empty one. */
export async function prepareStage(system: CrudSystem): Promise<Stage> {
  const client = await system.ask('clients-projects', '/v1/clients', { code: 'BENCH', name: 'Benchmark' });
  for (let at = 0; at < tradeCount; at += 1) {
    const trade = { tradeCode: codeOf(at), laborDesignation: 'Journeyman' };
    await system.ask('crews-rates', '/v1/crew-trades', trade);
    await system.ask('crews-rates', '/v1/crew-members', {
      ...trade,
      ...place,
      projectType,
      currency: 'USD',
      baseWage: 30 + (at % 25),
    });
  }
  const large = await createService(system, String(client.id));
  const other = await createService(system, String(client.id));
  await system.upload('equipment-wbs', '/api/v1/wbs/import', formOf(wbsFile(), {}));
  await system.upload('equipment-wbs', '/api/v1/equipment/import', formOf(equipmentFile(), {}));
  await system.sql`
    insert into equipment_wbs.wbs_item
      (id, project_id, scope, code, name, parent_id, sort_order, is_active, level, path, created_by, updated_by)
    select md5('wbs ' || n)::uuid, ${other.projectId}::uuid, 'project', 'WBS-' || n, 'Item ' || n,
      case when n > 300 then md5('wbs ' || n % 300 + 1)::uuid end, n % 1000, true, case when n > 300 then 2 else 1 end, '', 'bench', 'bench'
    from generate_series(1, ${wbsItemCount}::int) as n`;
  await system.sql`analyze equipment_wbs.wbs_item`;
  await loadPart(system, { ...large, count: lineCount });
  await system.sql`update mto.takeoff_line set crew_code = ('CREW-' || item_number % ${crewCount}), labour_rate_source = 'crew'`;
  await system.sql`vacuum (freeze, analyze) mto.takeoff_line`;
  return { ...large, otherProjectId: other.projectId, otherServiceId: other.serviceId, crewIds: [] };
}

async function createService(system: CrudSystem, clientId: string) {
  const project = { name: 'Benchmark', clientId, ...place, projectType, currency: 'USD' };
  const { id: projectId } = await system.ask('clients-projects', '/v1/projects', project);
  const path = `/v1/projects/${projectId}/services`;
  const { id: serviceId } = await system.ask('clients-projects', path, { serviceType: 'estimation' });
  const items = Array.from({ length: crewCount }, (_, crew) => ({
    crewCode: `CREW-${crew}`,
    labourMembers: Array.from({ length: membersPerCrew }, (__, at) => ({
      tradeCode: codeOf((crew * 3 + at) % tradeCount),
      laborDesignation: 'Journeyman',
      quantity: 1 + at,
    })),
  }));
  await system.ask('crews-rates', '/api/v1/service-crews/bulk', { projectId, serviceId, items });
  return { projectId: String(projectId), serviceId: String(serviceId) };
}

export function formOf(file: File, fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  form.set('file', file);
  return form;
}

export function wbsFile(): File {
  const rows = Array.from({ length: itemCount }, (_, at) =>
    at < 10
      ? `ROOT-${at},Root ${at},`
      : at < 310
        ? `WBSC-${at - 10},Area ${at},ROOT-${at % 10}`
        : `ITEM-${at},Item ${at},WBSC-${at % 300}`,
  );
  return new File([['wbsCode,name,parentCode', ...rows].join('\n')], 'wbs.csv');
}

export function equipmentFile(): File {
  const rows = Array.from({ length: itemCount }, (_, at) => `EQ-${at},Crane ${at},${20 + (at % 400)},Cranes`);
  return new File([['equipmentCode,name,hourlyRate,category', ...rows].join('\n')], 'equipment.csv');
}

export function cardsFile(): File {
  const rows = Array.from(
    { length: itemCount },
    (_, at) =>
      `${codeOf(at % tradeCount)},Journeyman,CA,Canada,Region ${Math.floor(at / tradeCount)},2025,Q3,any,CAD,${40 + (at % 97)}`,
  );
  const columns =
    'tradeCode,laborDesignation,country,region,province,year,quarter,projectType,currency,baseWage';
  return new File([[columns, ...rows].join('\n')], 'cards.csv');
}
