import type { CrewSystem } from './crew-system';
import { freshCode } from './project-system';
import type { Answer, ServiceUnderTest } from './system';

type Json = Record<string, unknown>;
type Body = Answer['body'];
type Request = ServiceUnderTest['request'];

const words = ['beta', 'Alpha', null, 'ÄRGER', 'alpha', 'Zeta'];
const numbers = [9, 10, null, 100.5, 0.25, 10];
const wholes = [9, 10, null, 100, 2, 10];
const percents = [9, 10, null, 90.5, 0.25, 10];
const days = ['2025-12-01', '2025-02-28', null, '2024-06-30', '2026-01-01', '2025-02-28'];
const flags = [true, false, true, null, false, true];

/** The values of the nth record: text in both cases and beyond ASCII, numbers that text would order otherwise, gaps and ties. */
function nth<const K extends Record<string, readonly unknown[]>>(at: number, values: K): Json {
  const given = Object.entries(values).map(([key, list]) => [key, list[at % list.length]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== null));
}

const count = words.length;

/** As many records as there are values, one after the other. */
async function each(make: (at: number) => Promise<Body>): Promise<Body[]> {
  const made: Body[] = [];
  for (let at = 0; at < count; at += 1) made.push(await make(at));
  return made;
}

async function created(request: Request, path: string, json: Json): Promise<Body> {
  const { status, body } = await request('POST', path, { json });
  if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

async function clientsAndProjects({ askProjects }: CrewSystem) {
  const clients = await each((at) =>
    created(askProjects, '/v1/clients', {
      code: freshCode('V'),
      ...nth(at, {
        name: ['North', 'north', 'South', 'Élan', 'east', 'North'],
        industry: words,
        status: ['prospect', 'active', 'inactive'],
        clientType: ['lender', null, 'owner', 'insurer'],
        paymentTermsDays: wholes,
        country: ['CA', 'US', null],
      }),
    }),
  );
  const projects = await each((at) =>
    created(askProjects, '/v1/projects', {
      clientId: clients[0].id,
      name: `Project ${at % 4}`,
      ...nth(at, {
        status: ['planning', 'on-hold', 'active'],
        description: words,
        budgetAmount: numbers,
        latitude: numbers.map((value) => value && -value / 2),
        year: [2025, 2024, null],
        quarter: ['Q4', null, 'Q1'],
        endDate: days,
      }),
    }),
  );
  return projects[0];
}

async function ofProject({ askProjects }: CrewSystem, projectId: string) {
  const path = `/v1/projects/${projectId}`;
  const services = await each((at) =>
    created(askProjects, `${path}/services`, {
      serviceType: 'estimation',
      ...nth(at, {
        name: ['Class 3', 'class 3', 'Bid', 'bid', 'Über', 'Class 3'],
        feeType: ['success', 'hourly', null],
        feeAmount: numbers,
        budgetHours: numbers,
        dueDate: days,
        leadConsultant: words,
      }),
    }),
  );
  await each((at) =>
    created(askProjects, `${path}/services/${services[0].id}/estimations`, {
      ...nth(at, {
        name: ['Issue', 'issue', 'Draft', 'b', 'B', 'Issue'],
        status: ['draft', 'in-review'],
        estimateClass: ['3', '5', null, '1'],
        baseDate: days,
        escalationPercent: percents,
        preparedBy: words,
      }),
    }),
  );
  await each((at) =>
    created(askProjects, `/api${path}/subcontractors`, {
      name: `Works ${at % 3}`,
      ...nth(at, {
        status: ['awarded', 'identified', 'bidding'],
        prequalified: flags,
        bidAmount: numbers,
        rating: [5, 3, null, 1],
        startDate: days,
        city: words,
      }),
    }),
  );
  return services[0];
}

async function priceBooks({ request }: CrewSystem): Promise<string> {
  const create = async (path: string, json: object) => {
    const { status, body } = await request('POST', path, { json });
    if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const books = await each((at) =>
    create('/api/v1/price-books', {
      code: freshCode('B'),
      name: 'Norms',
      ...nth(at, {
        name: ['Norms', 'norms', 'Äther', 'Zinc'],
        description: words,
        discipline: ['piping', null, 'civil'],
        currency: ['CAD', 'USD', null],
        year: [2025, null, 2024],
        quarter: ['Q3', 'Q1', null],
        isActive: [true, false],
      }),
    }),
  );
  const book = books.find(({ discipline, currency }) => discipline === null && currency !== null) ?? books[0];
  const path = `/api/v1/price-books/${book.id}`;
  await request('PATCH', path, { json: { discipline: null, currency: 'CAD' } });
  await each((at) =>
    create(`${path}/rows`, {
      target: 'totalCostOverride',
      ...nth(at, {
        discipline: ['piping', 'civil', 'structural'],
        description: words,
        driver: ['quantity', null],
        value: [1.5, 10, 2],
        sortOrder: wholes,
        remarks: words,
      }),
    }),
  );
  return book.id;
}

async function crewsAndRates(system: CrewSystem, projectId: string, serviceId: string) {
  const trades = await each((at) =>
    system.newTrade(
      nth(at, {
        tradeName: words,
        skillLevel: ['unskilled', null, 'supervisory', 'skilled'],
        sortOrder: wholes,
        isActive: [true, false],
        laborDesignation: ['Helper', 'foreman', 'Foreman'],
      }),
    ),
  );
  const active = trades.filter(({ isActive }) => isActive);
  await each((at) =>
    system.newCard(active[at % active.length], {
      year: 2020 + at,
      ...nth(at, {
        baseWage: [9, 10, 100.5],
        perDiemPerDay: percents,
        unionStatus: ['union', null, 'direct-hire', 'open-shop'],
        source: words,
        effectiveFrom: days,
        isActive: [true, false],
      }),
    }),
  );
  const crews = await each((at) =>
    system.newCrew({
      name: `Crew ${at % 2}`,
      ...nth(at, { discipline: words, outputPerDay: numbers, isActive: [true, false, true] }),
    }),
  );
  await each((at) =>
    system.newServiceCrew(projectId, serviceId, {
      crewCode: freshCode('S'),
      ...(at % 2 === 0 && { labourMembers: [system.persons(active[0])] }),
      ...nth(at, { name: words, discipline: words, ratesLocked: [true, false, false] }),
    }),
  );
  return crews;
}

async function equipmentAndWbs(system: CrewSystem, projectId: string) {
  const machines = await each((at) =>
    system.newEquipment(
      nth(at, {
        name: ['Crane', 'crane', 'Äxcavator', 'Dozer', 'crane', 'Crane'],
        category: words,
        capacity: numbers,
        fuelType: ['none', 'diesel', 'lpg'],
        ownership: ['rented', null, 'owned'],
        isActive: [true, false],
        operatorRequired: [false, true],
      }),
    ),
  );
  await each((at) =>
    system.newTag(projectId, machines[at % 4].equipmentCode, {
      ...nth(at, { supplier: words, dailyRate: numbers, onHireDate: days, quantity: [1, 12, 2] }),
    }),
  );
  const roots = await each((at) =>
    created(system.askEquipment, '/api/v1/wbs', {
      ...{ scope: 'project', projectId, code: freshCode('W') },
      ...nth(at, {
        name: ['Area', 'area', 'Zone', 'Énergie', 'b', 'Area'],
        costType: ['reserve', 'direct', null],
        discipline: ['piping', null, 'civil', 'instrumentation'],
        budgetHours: numbers,
        sortOrder: wholes,
        isActive: [true, false],
      }),
    }),
  );
  await each((at) =>
    created(system.askEquipment, '/api/v1/wbs', {
      ...{ scope: 'project', projectId, code: freshCode('W'), parentId: roots[0].id },
      ...nth(at, { name: ['d', 'C', 'b', 'A', 'e', 'F'], budgetHours: numbers }),
    }),
  );
}

async function imports({ askLines }: CrewSystem, projectId: string, serviceId: string) {
  await each((at) =>
    created(askLines, '/api/v1/import-profiles', {
      name: freshCode('Profile'),
      ...nth(at, {
        discipline: ['piping', null, 'civil'],
        totals: ['file', 'calculated'],
        fillBlanks: [true, false],
        decimalSeparator: [',', null, '.'],
      }),
    }),
  );
  await each((at) =>
    created(askLines, '/api/v1/mto/views', {
      name: freshCode('View'),
      ...nth(at, { discipline: ['piping', null, 'civil'], isShared: [true, false] }),
    }),
  );
  const tasks = await each(async (at) => {
    const form = new FormData();
    const given = nth(at, { mode: ['append', 'upsert'], discipline: ['piping', null, 'civil'] });
    const parts = { projectId, serviceId, dryRun: String(at % 3 === 0), ...given };
    for (const [key, value] of Object.entries(parts)) form.set(key, String(value));
    const rows = `Item No.,Description,Quantity\n${`${at},Pipe,1\n`.repeat(10 ** (at % 3))}`;
    form.set('file', new File([rows], `${['b', 'A', 'ä', 'a', 'Z', 'c'][at]}.csv`));
    const { status, body } = await askLines('POST', '/api/v1/mto/import/async', { form });
    if (status !== 200) throw new Error(`The upload was answered ${status}: ${JSON.stringify(body)}`);
    return body;
  });
  for (const { taskId } of [tasks[1], tasks[4]])
    await askLines('POST', `/api/v1/mto/import/status/${taskId}/cancel`);
}

async function estimatesAndNotes({ askProjects, askLines }: CrewSystem, owner: Record<string, string>) {
  const { projectId, clientId, serviceId } = owner;
  await each((at) =>
    created(askProjects, '/api/v1/estimate-sheets', {
      ...{ clientId, items: [] },
      ...nth(at, { name: ['d', 'C', 'b', 'A', 'e', 'F'], description: ['x', null] }),
    }),
  );
  await each((at) =>
    created(askProjects, '/api/v1/notes/clients', {
      recordId: clientId,
      text: nth(at, { text: ['b', 'A', 'ä'] }).text,
    }),
  );
  for (const state of ['off', 'active']) {
    const path = `/api/v1/mto/project/${projectId}/review/NO_WBS`;
    await askLines('PUT', path, { json: { serviceId, state, reason: 'Agreed.' } });
  }
}

/** Records of every list of a system, with values of every kind; the owners of the lists that belong to one. */
export async function storeVariedRecords(system: CrewSystem) {
  const project = await clientsAndProjects(system);
  const service = await ofProject(system, project.id);
  await crewsAndRates(system, project.id, service.id);
  await equipmentAndWbs(system, project.id);
  await imports(system, project.id, service.id);
  for (const percentage of [1, 2]) {
    await system.setIndirectCosts(project.id, { labour: { traveling: { percentage } } });
    await system.newLine(project.id, service.id);
  }
  await estimatesAndNotes(system, {
    ...{ projectId: project.id as string, clientId: project.clientId as string },
    serviceId: service.id as string,
  });
  return {
    projectId: project.id as string,
    clientId: project.clientId as string,
    serviceId: service.id as string,
    priceBookId: await priceBooks(system),
  };
}
