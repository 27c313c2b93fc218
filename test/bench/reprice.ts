import { getRepriceEffect } from '@consulting/kernel/contracts/mto';
import { type Bus, connectBus } from '@consulting/kernel/nats';
import { serviceLog } from '@consulting/kernel/process';
import { type CrudSystem, openCrudSystem } from './crud-system';
import { loadPart } from './million-lines';
import { percentile } from './percentile';

const lineCount = Number(process.env.BENCH_LINES ?? 100_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const crewCount = 40;
const membersPerCrew = 8;
const tradeCount = 60;
const secondsMax = 3;
const ratioMax = 1.3;

const here = { country: 'US', region: 'Gulf Coast', province: 'Texas', year: 2025, quarter: 'Q3' };
const there = { country: 'US', region: 'Midwest', province: 'Ohio', year: 2026, quarter: 'Q1' };
const projectType = 'petrochemical';
const json = { place: { ...there, projectType }, escalationPercent: 2.5 };

interface Target {
  projectId: string;
  serviceId: string;
}

/** A reprice of a hundred thousand lines, beside its parts alone: pricing the crews, and what other rates make of the lines. */
export async function benchReprice(): Promise<void> {
  const system = await openCrudSystem();
  const bus = connectBus({ url: system.natsUrl, name: 'bench', log: serviceLog() });
  try {
    await fillCards(system);
    const full = await serviceWithCrews(system);
    const bare = await serviceWithCrews(system);
    await fillLines(system, full);
    await measureDry(system, bus, full, bare);
    await measureStored(system, full);
  } finally {
    await bus.close();
    await system.stop();
  }
}

const codeOf = (at: number) => `T${String(at).padStart(3, '0')}`;

async function fillCards(system: CrudSystem): Promise<void> {
  for (let at = 0; at < tradeCount; at += 1) {
    const trade = { tradeCode: codeOf(at), laborDesignation: 'Journeyman' };
    await system.ask('crews-rates', '/v1/crew-trades', trade);
    for (const place of [here, there]) {
      const card = { ...trade, ...place, projectType, currency: 'USD', baseWage: 30 + (at % 25) };
      await system.ask('crews-rates', '/v1/crew-members', card);
    }
  }
}

async function serviceWithCrews(system: CrudSystem): Promise<Target> {
  const code = crypto.randomUUID().slice(0, 8);
  const client = await system.ask('clients-projects', '/v1/clients', { code, name: 'Benchmark' });
  const project = { name: 'Benchmark', clientId: client.id, ...here, projectType, currency: 'USD' };
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
  return { projectId, serviceId };
}

/** Every line carries the code of one of the crews. */
async function fillLines({ sql, ...system }: CrudSystem, target: Target): Promise<void> {
  await loadPart(system, { ...target, count: lineCount });
  await sql`update mto.takeoff_line set crew_code = 'CREW-' || item_number % ${crewCount}, labour_rate_source = 'crew'`;
  await sql`vacuum (freeze, analyze) mto.takeoff_line`;
}

const reprice = (system: CrudSystem, { projectId, serviceId }: Target, more: object = {}) =>
  system.ask('crews-rates', `/v1/projects/${projectId}/services/${serviceId}/reprice`, { ...json, ...more });

async function secondsOf(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return (performance.now() - started) / 1000;
}

async function measureDry(system: CrudSystem, bus: Bus, full: Target, bare: Target): Promise<void> {
  const { crews } = await reprice(system, full);
  const rates = crews.map((crew: { crewCode: string; after: Record<string, number> }) => ({
    crewCode: crew.crewCode,
    crewSize: '36',
    labourRate: String(crew.after.labourRate),
    equipmentRate: String(crew.after.equipmentRate),
  }));
  const times = { whole: [] as number[], priced: [] as number[], effect: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    times.priced.push(await secondsOf(() => reprice(system, bare)));
    times.effect.push(await secondsOf(() => bus.ask(getRepriceEffect, { ...full, crews: rates })));
    times.whole.push(await secondsOf(() => reprice(system, full)));
  }
  const [whole, priced, effect] = [times.whole, times.priced, times.effect].map((one) =>
    percentile(one.slice(1), 0.5),
  ) as [number, number, number];
  console.log(
    `dry reprice of ${crewCount} crews with ${membersPerCrew} members and ${lineCount} lines: ${whole.toFixed(2)} s (at most ${secondsMax} s)`,
  );
  console.log(
    `its parts alone: crews ${priced.toFixed(2)} s, effect on the lines ${effect.toFixed(2)} s; ` +
      `ratio ${(whole / (priced + effect)).toFixed(2)} (at most ${ratioMax.toFixed(2)})`,
  );
}

/** Waits until the lines have followed every event of crews. */
async function followed({ sql }: CrudSystem): Promise<void> {
  for (let open = 1; open > 0; await Bun.sleep(500)) {
    const [row] = await sql`select count(*)::int as open from crews_rates.outbox event
      where subject like '%service-crew.rates-changed' and not exists (select from mto.inbox where event_id = event.id)`;
    open = row?.open ?? 0;
  }
}

async function measureStored(system: CrudSystem, full: Target): Promise<void> {
  // The lines as they were loaded do not have the rates of their crews: an undo would write them twice.
  await reprice(system, full, { dryRun: false, escalationPercent: 1 });
  await followed(system);
  let answer = { linesFollow: true, operationIds: { takeoffLines: '' } };
  const stored = await secondsOf(async () => {
    answer = await reprice(system, full, { dryRun: false });
  });
  const { linesFollow, operationIds } = answer;
  const when = linesFollow ? 'which follow later' : 'calculated before the answer';
  console.log(`stored with its lines, ${when}: ${stored.toFixed(1)} s`);
  if (linesFollow) return;
  const path = `/api/v1/history/takeoff-lines/${operationIds.takeoffLines}/undo`;
  const undone = await secondsOf(() => system.ask('mto', path, {}));
  console.log(`undone with its crews: ${undone.toFixed(1)} s`);
}
