import { fieldsOf } from '@consulting/takeoff-fields/registry';
import type { CrudSystem, Owner } from '../crud-system';
import { send, sendForm } from '../export-system';
import { takeoffLine } from '../takeoff-rows';
import { cardsFile, equipmentFile, formOf, type Stage, wbsFile } from './stage';

export interface DearRequest {
  name: string;
  owner: Owner;
  send(): Promise<Response>;
}

const figures = ['quantity', 'totalCost', 'totalManHours', 'labourCost', 'materialCost'];
const texts = ['tag', 'description', 'area', 'itemCode', 'remarks', 'drawingNumber', 'subsystem', 'supplier'];
const crews = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [`CREW-${at}`, { labourRate: 100 + at, equipmentRate: 12 }]),
);
const operations = ['quantity', 'unitManHours', 'labourRate', 'materialUnitPrice', 'equipmentRate'];

const allOf = { mode: 'filters', filters: { conditions: [{ field: 'quantity', operator: 'isNotEmpty' }] } };

const inLists = (fields: string[], count: number, value: (at: number) => unknown) => ({
  logicalOperator: 'OR',
  conditions: fields.map((field) => ({
    field,
    operator: 'in',
    value: Array.from({ length: count }, (_, at) => value(at)),
  })),
});

/** The inputs of a line, as a program would send them. */
function itemOf(n: number): Record<string, unknown> {
  const { discipline, line } = takeoffLine(n);
  const inputs = fieldsOf(discipline).flatMap(({ key, computed }, at) =>
    computed || line[at] === null || line[at] === undefined ? [] : [[key, line[at]] as const],
  );
  return Object.fromEntries(inputs);
}

export const whatIfs = (projectId: string) => ({
  price: { projectId, changes: [{ updates: { materialUnitPrice: { percent: 5, round: 2 } } }] },
  crews: {
    projectId,
    changes: [
      { updates: { quantity: { multiply: 1.03, round: 2 } } },
      { updates: { unitManHours: { multiply: 1.1 } } },
    ],
    crews,
  },
  most: {
    projectId,
    changes: Array.from({ length: 20 }, () => ({
      updates: Object.fromEntries(operations.map((key) => [key, { multiply: 1.000001, round: 6 }])),
    })),
    crews,
  },
});

export const searches = (projectId: string) => ({
  tags: { projectId, filters: inLists(texts, 9000, (at) => `100-P-${at}`), limit: 50 },
  numbers: {
    projectId,
    filters: inLists([...figures, 'unitManHours', 'labourRate', 'itemNumber'], 9000, (at) => at + 0.25),
    limit: 50,
  },
});

export function dearRequests(system: CrudSystem, stage: Stage): DearRequest[] {
  const { projectId, serviceId, otherProjectId, otherServiceId } = stage;
  const of = (owner: Owner, name: string, path: string, json?: object, method?: string): DearRequest => ({
    name,
    owner,
    send: () => send(system.urlOf(owner), path, json, method),
  });
  const upload = (owner: Owner, path: string, file: File, fields: Record<string, string>): DearRequest => ({
    name: `POST ${path} ${file.name} ${JSON.stringify(fields)}`,
    owner,
    send: () => sendForm(system.urlOf(owner) + path, formOf(file, fields)),
  });
  const mto = (name: string, path: string, json?: object, method?: string) =>
    of('mto', name, `/api/v1/mto${path}`, json, method);
  const get = (owner: Owner, path: string) => of(owner, `GET ${path.replace(projectId, 'P')}`, path);
  const whatIf = whatIfs(projectId);
  const search = searches(projectId);
  const items = Array.from({ length: 5000 }, (_, at) => itemOf(at + 1));
  const create = { projectId: otherProjectId, serviceId: otherServiceId, items };
  return [
    get('mto', `/api/v1/mto?projectId=${projectId}&limit=20`),
    get('mto', `/api/v1/mto?projectId=${projectId}&limit=100`),
    get('mto', `/api/v1/mto?projectId=${projectId}&limit=50&sort=drawingNumber`),
    mto('what-if, a price', '/what-if', whatIf.price),
    mto('what-if, crews', '/what-if', whatIf.crews),
    mto('what-if, most', '/what-if', whatIf.most),
    of('crews-rates', 'reprice, dry', `/v1/projects/${projectId}/services/${serviceId}/reprice`, {
      place: {
        country: 'US',
        region: 'Gulf Coast',
        province: 'Texas',
        year: 2025,
        quarter: 'Q3',
        projectType: 'petrochemical',
      },
      escalationPercent: 2.5,
    }),
    {
      ...of(
        'crews-rates',
        'reprice, dry, in mto',
        `/v1/projects/${projectId}/services/${serviceId}/reprice`,
        {
          place: {
            country: 'US',
            region: 'Gulf Coast',
            province: 'Texas',
            year: 2025,
            quarter: 'Q3',
            projectType: 'petrochemical',
          },
          escalationPercent: 2.5,
        },
      ),
      owner: 'mto',
    },
    mto('search, eight in of texts', '/search', search.tags),
    mto('search, eight in of numbers', '/search', search.numbers),
    mto('search, in of a million bytes', '/search', {
      projectId,
      filters: inLists(['tag'], 70_000, (at) => `P-${at}`),
    }),
    mto('search, discipline field', '/search', {
      projectId,
      discipline: 'piping',
      filters: inLists(['materialGrade', 'pipeClass'], 9000, (at) => `M-${at}`),
    }),
    mto('search, faults', '/search', { projectId, filters: inLists(['quantity'], 70_000, () => 'none') }),
    mto('aggregate, three keys', '/aggregate', {
      projectId,
      groupBy: ['tag', 'description', { wbsLevel: 2 }],
      measures: [
        ...['tag', 'description', 'area', 'itemCode', 'remarks'].map((field) => ({
          field,
          function: 'countDistinct',
        })),
        ...figures.map((field) => ({ field, function: 'sum' })),
      ],
      limit: 1000,
    }),
    mto('aggregate, discipline, status', '/aggregate', {
      projectId,
      groupBy: ['discipline', 'status', { wbsLevel: 2 }],
      limit: 1000,
    }),
    mto('aggregate, wbs', '/aggregate', {
      projectId,
      groupBy: ['wbsCode', 'crewCode', 'discipline'],
      limit: 1000,
    }),
    get('mto', `/api/v1/mto/project/${projectId}/report`),
    get('mto', `/api/v1/mto/project/${projectId}/report?format=html`),
    get('mto', `/api/v1/mto/export?projectId=${projectId}`),
    get('mto', `/api/v1/mto/export?projectId=${projectId}&format=csv`),
    get('mto', `/api/v1/mto/export?projectId=${projectId}&format=ndjson`),
    mto('export of a search', '/export', { ...search.tags, limit: undefined }),
    get('mto', '/api/v1/mto/template?discipline=piping'),
    get('mto', '/api/v1/mto/fields'),
    get('mto', '/openapi.json'),
    get('crews-rates', '/openapi.json'),
    get('mto', `/api/v1/mto/project/${projectId}/summary`),
    get('mto', `/api/v1/mto/project/${projectId}/wbs-summary`),
    get('mto', `/api/v1/mto/project/${otherProjectId}/wbs-summary`),
    mto('aggregate, levels of a large wbs', '/aggregate', {
      projectId: otherProjectId,
      groupBy: [{ wbsLevel: 1 }, { wbsLevel: 2 }, 'wbsCode'],
    }),
    get('mto', `/api/v1/mto/project/${projectId}/disciplines`),
    get('mto', `/api/v1/mto/project/${projectId}/distinct-values/tag?limit=100`),
    get('mto', `/api/v1/mto/project/${projectId}/distinct-values/description?limit=100`),
    mto('bulk-edit of all, dry', '/bulk-edit', {
      projectId,
      dryRun: true,
      selection: allOf,
      updates: { quantity: { multiply: 1.01 } },
    }),
    mto('bulk-edit of all', '/bulk-edit', {
      projectId,
      selection: allOf,
      updates: { unitManHours: { multiply: 1.01 } },
    }),
    mto('bulk create of 5,000', '/bulk', create),
    {
      ...mto('bulk patch of 5,000', ''),
      send: async () => {
        const listed = await send(system.urlOf('mto'), `/api/v1/mto?projectId=${otherProjectId}&limit=100`);
        const { data } = (await listed.json()) as { data: { id: string }[] };
        return send(
          system.urlOf('mto'),
          '/api/v1/mto/bulk',
          {
            projectId: otherProjectId,
            items: data.map(({ id }) => ({ mtoId: id, quantity: 3, remarks: 'new' })),
          },
          'PATCH',
        );
      },
    },
    mto('bulk-delete of all of another', '/bulk-delete', {
      projectId: otherProjectId,
      selection: allOf,
      confirm: true,
    }),
    get('mto', `/api/v1/history/takeoff-lines?projectId=${projectId}`),
    {
      ...mto('history detail', ''),
      send: async () => {
        const listed = await send(
          system.urlOf('mto'),
          `/api/v1/history/takeoff-lines?projectId=${projectId}&limit=1`,
        );
        const { data } = (await listed.json()) as { data: { operationId?: string; id?: string }[] };
        return send(
          system.urlOf('mto'),
          `/api/v1/history/takeoff-lines/${data[0]?.operationId ?? data[0]?.id}?limit=100`,
        );
      },
    },
    get('equipment-wbs', '/api/v1/wbs?limit=100'),
    get('equipment-wbs', '/api/v1/wbs/export'),
    upload('equipment-wbs', '/api/v1/wbs/import', wbsFile(), { updateExisting: 'true' }),
    get('equipment-wbs', '/api/v1/equipment?limit=100'),
    get('equipment-wbs', '/api/v1/equipment/export'),
    upload('equipment-wbs', '/api/v1/equipment/import', equipmentFile(), { updateExisting: 'true' }),
    get('equipment-wbs', '/api/v1/equipment/template'),
    upload('crews-rates', '/v1/crew-members/bulk-import', cardsFile(), { updateExisting: 'true' }),
    upload('crews-rates', '/api/v1/crews/members/import', cardsFile(), { updateExisting: 'true' }),
    get('crews-rates', '/api/v1/crews/members/export'),
    get('crews-rates', '/api/v1/crews/members?limit=100'),
    get('crews-rates', `/api/v1/service-crews?serviceId=${serviceId}&projectId=${projectId}&limit=100`),
  ];
}
