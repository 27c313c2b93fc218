import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type CrewSystem, cardTerms, commonCrewSystem, freshCode } from '../../support/crew-system';
import { csvFile } from '../../support/list-files';
import { documentedWrites, leftBy, operationsOf, type Write } from '../../support/reported-history';
import { fileForm } from '../../support/trade-system';

let system: CrewSystem;

beforeAll(async () => {
  system = await commonCrewSystem();
});
afterAll(() => system.stop());

const formOf = async (rows: string[], parts: Record<string, string> = {}) => {
  const file = csvFile(rows);
  return fileForm(await file.text(), file.name, parts);
};

const code = () => freshCode('H');
const json = (values: object) => ({ json: values });
const one = (type: string, kind: string): Write['leaves'] => [[type, kind]];

const newTrade = () => ({ tradeCode: code(), laborDesignation: 'Journeyman' });
const tradeRows = (tradeCode: string) => ['tradeCode,laborDesignation', `${tradeCode},Helper`];
const crewRows = ({ tradeCode }: { tradeCode: string }) => [
  'crewCode,crewName,tradeCode,laborDesignation,quantity',
  `${code()},Crew,${tradeCode},Journeyman,2`,
];
const cardRows = ({ tradeCode }: { tradeCode: string }) => [
  'tradeCode,laborDesignation,country,year,quarter,currency,baseWage',
  `${tradeCode},Journeyman,CA,2025,Q3,CAD,50`,
];

const tradeWrites: Write[] = [
  ...['/v1/crew-trades', '/api/v1/crews/trades'].map((path) => ({
    endpoint: `POST ${path}`,
    leaves: one('trades', 'create'),
    arrange: async () => ({ path, ...json(newTrade()) }),
  })),
  {
    endpoint: 'PUT /v1/crew-trades/{tradeId}',
    leaves: one('trades', 'update'),
    arrange: async () => {
      const trade = await system.newTrade();
      await system.newCard(trade);
      await system.newCrew({ labourMembers: [system.persons(trade)] });
      return { path: `/v1/crew-trades/${trade.id}`, ...json({ tradeCode: code() }) };
    },
  },
  {
    endpoint: 'DELETE /v1/crew-trades/{tradeId}',
    leaves: one('trades', 'delete'),
    arrange: async () => ({ path: `/v1/crew-trades/${(await system.newTrade()).id}` }),
  },
  {
    endpoint: 'PATCH /api/v1/crews/trades/{tradeCode}',
    leaves: one('trades', 'update'),
    arrange: async () => {
      const { tradeCode } = await system.newTrade();
      await system.newTrade({ tradeCode, laborDesignation: 'Foreman' });
      return { path: `/api/v1/crews/trades/${tradeCode}`, ...json({ tradeName: 'Rigger' }) };
    },
  },
  {
    endpoint: 'DELETE /api/v1/crews/trades/{tradeCode}/cascade',
    leaves: [
      ['crews', 'cascade'],
      ['rate-cards', 'cascade'],
      ['trades', 'delete'],
    ],
    arrange: async () => {
      const trade = await system.newTrade();
      await system.newCard(trade);
      await system.newCrew({ labourMembers: [system.persons(trade)] });
      return { path: `/api/v1/crews/trades/${trade.tradeCode}/cascade` };
    },
  },
  ...['import', 'import/async'].map((path) => ({
    endpoint: `POST /api/v1/crews/trades/${path}`,
    leaves: one('trades', 'import'),
    arrange: async () => ({ path: `/api/v1/crews/trades/${path}`, form: await formOf(tradeRows(code())) }),
  })),
];

const cardWrites: Write[] = [
  ...['/v1/crew-members', '/api/v1/crews/members'].flatMap((path): Write[] => [
    {
      endpoint: `POST ${path}`,
      leaves: one('rate-cards', 'create'),
      arrange: async () => {
        const { tradeCode, laborDesignation } = await system.newTrade();
        return { path, ...json({ tradeCode, laborDesignation, ...cardTerms }) };
      },
    },
    {
      endpoint: `${path.startsWith('/v1') ? 'PUT' : 'PATCH'} ${path}/{memberId}`,
      leaves: one('rate-cards', 'update'),
      arrange: async () => {
        const { id } = await system.newCard(await system.newTrade());
        return { path: `${path}/${id}`, ...json({ baseWage: 60 }) };
      },
    },
    {
      endpoint: `DELETE ${path}/{memberId}`,
      leaves: one('rate-cards', 'delete'),
      arrange: async () => ({ path: `${path}/${(await system.newCard(await system.newTrade())).id}` }),
    },
  ]),
  ...[
    '/v1/crew-members/bulk-import',
    '/api/v1/crews/members/import',
    '/api/v1/crews/members/import/async',
  ].map((path) => ({
    endpoint: `POST ${path}`,
    leaves: one('rate-cards', 'import'),
    arrange: async () => ({ path, form: await formOf(cardRows(await system.newTrade())) }),
  })),
  {
    endpoint: 'POST /v1/crew-members/roll-forward',
    leaves: one('rate-cards', 'bulk-create'),
    arrange: async () => {
      await system.newCard(await system.newTrade(), { year: 2031 });
      const from = { year: 2031, quarter: 'Q3' };
      const to = { year: 2031, quarter: 'Q4' };
      return { path: '/v1/crew-members/roll-forward', ...json({ from, to }) };
    },
  },
];

const crewOf = async () =>
  system.newCrew({
    labourMembers: [system.persons(await system.newTrade())],
    equipmentMembers: [{ equipmentCode: (await system.newEquipment()).equipmentCode, quantity: 1 }],
  });

const crewWrites: Write[] = [
  ...['/v1/crews', '/api/v1/crews'].flatMap((path): Write[] => [
    {
      endpoint: `POST ${path}`,
      leaves: one('crews', 'create'),
      arrange: async () => {
        const labourMembers = [system.persons(await system.newTrade())];
        return { path, ...json({ code: code(), name: 'Crew', labourMembers }) };
      },
    },
    {
      endpoint: `${path === '/v1/crews' ? 'PUT' : 'PATCH'} ${path}/{crewId}`,
      leaves: one('crews', 'update'),
      arrange: async () => {
        const labourMembers = [system.persons(await system.newTrade(), 3)];
        return { path: `${path}/${(await crewOf()).id}`, ...json({ labourMembers }) };
      },
    },
    {
      endpoint: `DELETE ${path}/{crewId}`,
      leaves: one('crews', 'delete'),
      arrange: async () => ({ path: `${path}/${(await crewOf()).id}` }),
    },
    {
      endpoint: `POST ${path}/{crewId}/duplicate`,
      leaves: one('crews', 'create'),
      arrange: async () => ({
        path: `${path}/${(await crewOf()).id}/duplicate`,
        ...json({ newName: 'Copy', newCode: code() }),
      }),
    },
  ]),
  ...['import', 'import/async'].map((path) => ({
    endpoint: `POST /api/v1/crews/${path}`,
    leaves: one('crews', 'import'),
    arrange: async () => ({
      path: `/api/v1/crews/${path}`,
      form: await formOf(crewRows(await system.newTrade())),
    }),
  })),
];

async function newService() {
  const project = await system.newProject();
  const { id: serviceId } = await system.newService(project.id);
  return { projectId: project.id as string, serviceId: serviceId as string };
}

const newServiceCrew = async () => {
  const { projectId, serviceId } = await newService();
  return system.newServiceCrew(projectId, serviceId, {
    labourMembers: [system.persons(await system.newTrade())],
  });
};

const pricedWrites: Write[] = [
  {
    endpoint: 'POST /v1/projects/{projectId}/import-crew',
    leaves: [
      ['crews', 'import'],
      ['service-crews', 'cascade'],
    ],
    arrange: async () => {
      const { projectId, serviceId } = await newService();
      const trade = await system.newTrade();
      await system.newCard(trade);
      const crew = await system.newCrew({ labourMembers: [system.persons(trade)] });
      return { path: `/v1/projects/${projectId}/import-crew`, ...json({ crewId: crew.id, serviceId }) };
    },
  },
  {
    endpoint: 'POST /api/v1/service-crews',
    leaves: one('service-crews', 'create'),
    arrange: async () => ({ path: '/api/v1/service-crews', ...json(await newService()) }),
  },
  {
    endpoint: 'POST /api/v1/service-crews/bulk',
    leaves: one('service-crews', 'bulk-create'),
    arrange: async () => ({
      path: '/api/v1/service-crews/bulk',
      ...json({ ...(await newService()), items: [{ name: 'One' }, { name: 'Two' }] }),
    }),
  },
  {
    endpoint: 'PUT /api/v1/service-crews/{serviceCrewId}',
    leaves: one('service-crews', 'update'),
    arrange: async () => ({
      path: `/api/v1/service-crews/${(await newServiceCrew()).id}`,
      ...json({ name: 'Named' }),
    }),
  },
  {
    endpoint: 'POST /api/v1/service-crews/{serviceCrewId}/recalculate',
    leaves: one('service-crews', 'reprice'),
    arrange: async () => {
      const { projectId, serviceId } = await newService();
      const trade = await system.newTrade();
      const card = await system.newCard(trade, { baseWage: 40 });
      const members = { labourMembers: [system.persons(trade)] };
      const crew = await system.newServiceCrew(projectId, serviceId, members);
      await system.request('PUT', `/v1/crew-members/${card.id}`, json({ baseWage: 60 }));
      return { path: `/api/v1/service-crews/${crew.id}/recalculate` };
    },
  },
  {
    endpoint: 'POST /v1/projects/{projectId}/services/{serviceId}/reprice',
    leaves: one('service-crews', 'reprice'),
    arrange: async () => {
      const { projectId, serviceId } = await newService();
      const trade = await system.newTrade();
      await system.newCard(trade);
      await system.newServiceCrew(projectId, serviceId, { labourMembers: [system.persons(trade)] });
      const asked = json({ escalationPercent: 5, dryRun: false });
      return { path: `/v1/projects/${projectId}/services/${serviceId}/reprice`, ...asked };
    },
  },
  {
    endpoint: 'DELETE /api/v1/service-crews/{serviceCrewId}',
    leaves: one('service-crews', 'delete'),
    arrange: async () => ({ path: `/api/v1/service-crews/${(await newServiceCrew()).id}` }),
  },
  {
    endpoint: 'DELETE /api/v1/service-crews/service/{serviceId}/all',
    leaves: one('service-crews', 'bulk-delete'),
    arrange: async () => ({
      path: `/api/v1/service-crews/service/${(await newServiceCrew()).serviceId}/all`,
    }),
  },
];

const newBook = async (): Promise<{ id: string; code: string; row: string }> => {
  const { body } = await system.request('POST', '/api/v1/price-books', json({ code: code(), name: 'Norms' }));
  const row = await system.request('POST', `/api/v1/price-books/${body.id}/rows`, json(priceRow));
  return { ...body, row: row.body.id };
};
const priceRow = { discipline: 'piping', target: 'hoursPipeErection', driver: 'fieldDiaInch', value: 1 };
const copied: Write['leaves'] = [...one('price-books', 'create'), ...one('price-rows', 'cascade')];
const ofBook =
  (path: string, asked: (book: { row: string }) => object = () => ({})) =>
  async () => {
    const book = await newBook();
    return { path: `/api/v1/price-books/${book.id}${path.replace('{row}', book.row)}`, ...asked(book) };
  };
const books = '/api/v1/price-books';
const priceRows = ['discipline,target,driver,value', 'piping,hoursPipeErection,fieldDiaInch,2'];

const priceWrites: Write[] = [
  {
    endpoint: `POST ${books}`,
    leaves: one('price-books', 'create'),
    arrange: async () => ({ path: books, ...json({ code: code(), name: 'Norms' }) }),
  },
  {
    endpoint: `PATCH ${books}/{priceBookId}`,
    leaves: one('price-books', 'update'),
    arrange: ofBook('', () => json({ name: 'Other' })),
  },
  {
    endpoint: `DELETE ${books}/{priceBookId}`,
    leaves: [...one('price-books', 'delete'), ...one('price-rows', 'cascade')],
    arrange: ofBook(''),
  },
  {
    endpoint: `POST ${books}/{priceBookId}/duplicate`,
    leaves: copied,
    arrange: ofBook('/duplicate', () => json({ code: code() })),
  },
  {
    endpoint: `POST ${books}/{priceBookId}/roll-forward`,
    leaves: copied,
    arrange: ofBook('/roll-forward', () => json({ code: code(), to: { year: 2026, quarter: 'Q1' } })),
  },
  {
    endpoint: `POST ${books}/{priceBookId}/rows`,
    leaves: one('price-rows', 'create'),
    arrange: ofBook('/rows', () => json(priceRow)),
  },
  {
    endpoint: `PATCH ${books}/{priceBookId}/rows/{priceRowId}`,
    leaves: one('price-rows', 'update'),
    arrange: ofBook('/rows/{row}', () => json({ value: 2 })),
  },
  {
    endpoint: `DELETE ${books}/{priceBookId}/rows/{priceRowId}`,
    leaves: one('price-rows', 'delete'),
    arrange: ofBook('/rows/{row}'),
  },
  {
    endpoint: `PATCH ${books}/{priceBookId}/rows/bulk`,
    leaves: one('price-rows', 'bulk-edit'),
    arrange: ofBook('/rows/bulk', ({ row }) => json({ items: [{ priceRowId: row, value: 3 }] })),
  },
  {
    endpoint: `POST ${books}/from-lines`,
    leaves: copied,
    arrange: async () => {
      const { projectId, serviceId } = await newService();
      const line = { discipline: 'piping', quantity: 1, unitOfMeasure: 'm', unitManHours: 1 };
      await system.askLines('POST', '/api/v1/mto', json({ projectId, serviceId, ...line }));
      const read = { projectIds: [projectId], approvedOnly: false, discipline: 'piping', minLines: 1 };
      const grouped = { groupBy: ['materialGroup'], targets: ['unitManHours'] };
      return { path: `${books}/from-lines`, ...json({ code: code(), name: 'Own', ...read, ...grouped }) };
    },
  },
  ...['import', 'import/async'].map((path) => ({
    endpoint: `POST ${books}/${path}`,
    leaves: one('price-books', 'import'),
    arrange: async () => ({ path: `${books}/${path}`, form: await formOf(['code,name', `${code()},Norms`]) }),
  })),
  ...['import', 'import/async'].map((path) => ({
    endpoint: `POST ${books}/{priceBookId}/rows/${path}`,
    leaves: one('price-rows', 'import'),
    arrange: async () => ({
      path: `${books}/${(await newBook()).id}/rows/${path}`,
      form: await formOf(priceRows),
    }),
  })),
];

const writes = [...priceWrites, ...tradeWrites, ...cardWrites, ...crewWrites, ...pricedWrites];

describe('writes of crews-rates', () => {
  test('are all known here, but for the one that only calculates', async () => {
    const documented = await documentedWrites(system.request);
    const known = writes.map(({ endpoint }) => endpoint);
    expect([...known, 'POST /v1/projects/{projectId}/crew-rates'].sort()).toEqual(documented.sort());
  });

  test.each(writes)('$endpoint leaves one operation for each type that it changes', async (write) => {
    const { left, taskId } = await leftBy(system, 'crews_rates', write);
    expect(left.map(({ type, kind }) => [type, kind])).toEqual(write.leaves);
    const main = left.find(({ causedBy }) => causedBy === null);
    for (const { by, kind, causedBy, taskId: reported } of left) {
      expect([by, reported]).toEqual(['tester', taskId]);
      expect(causedBy).toBe(kind === 'cascade' ? (main?.id ?? '') : null);
    }
  });

  test('that are refused, tried or change nothing leave none', async () => {
    const trade = await system.newTrade();
    const card = await system.newCard(trade, { year: 2032 });
    const crew = await system.newCrew({ labourMembers: [system.persons(trade)] });
    const headers = { 'x-request-id': crypto.randomUUID() };
    const from = { year: 2032, quarter: 'Q3' };
    const form = async (rows: string[]) => ({ form: await formOf(rows, { dryRun: 'true' }) });
    const sent = [
      ['POST', '/v1/crew-trades', json(trade), 409],
      ['POST', '/v1/crew-trades', json({}), 400],
      ['DELETE', `/v1/crew-trades/${trade.id}`, {}, 409],
      ['PUT', `/v1/crew-trades/${trade.id}`, json({ laborDesignation: 'Journeyman' }), 200],
      ['PUT', `/v1/crew-members/${card.id}`, json({ baseWage: -1 }), 400],
      ['PATCH', `/api/v1/crews/${crew.id}`, json({ name: crew.name }), 200],
      ['POST', `/v1/crews/${crew.id}/duplicate`, json({ newName: 'Copy', newCode: crew.code }), 409],
      [
        'POST',
        '/v1/crew-members/roll-forward',
        json({ from, to: { year: 2033, quarter: 'Q1' }, dryRun: true }),
        200,
      ],
      ['POST', '/api/v1/crews/trades/import', await form(tradeRows(code())), 200],
      ['POST', '/api/v1/crews/import', await form(crewRows(trade)), 200],
      ['POST', '/api/v1/crews/members/import', await form(cardRows(trade)), 200],
    ] as const;
    for (const [method, path, body, wanted] of sent)
      expect([path, (await system.request(method, path, { ...body, headers })).status]).toEqual([
        path,
        wanted,
      ]);
    expect([...(await operationsOf(system.sql, 'crews_rates', headers['x-request-id']))]).toEqual([]);
  });
});
