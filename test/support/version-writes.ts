import { connectStore } from '@consulting/kernel/postgres';
import { matchLines, recalculateLines, releaseLines } from '@consulting/mto-lines/domain/line/references';
import type { Discipline } from '@consulting/takeoff-fields/discipline';
import fc from 'fast-check';
import { importFile, linesOf, workbookFile } from './import-file';
import type { ImportSystem } from './import-system';
import { randomLines, randomUpdates } from './random-lines';

type Json = Record<string, unknown>;

export type Target = ReturnType<ImportSystem['newTarget']>;

const kinds = [
  'create',
  'update',
  'delete',
  'bulk-edit',
  'bulk-patch',
  'bulk-delete',
  'append',
  'replace',
  'upsert',
  'crew-rates',
  'crew-deleted',
  'wbs',
] as const;

/** One write of lines, made of a number. */
export interface LineWrite {
  kind: (typeof kinds)[number];
  seed: number;
}

export const lineWrites: fc.Arbitrary<LineWrite> = fc.record({
  kind: fc.constantFrom(...kinds),
  seed: fc.nat(),
});

const header = ['Item No.', 'Description', 'Quantity', 'Unit of Measure', 'WBS Code', 'Crew Code'];

/** Each file is another one, or its import would be refused. */
let files = 0;

const rowsOf = (seed: number) => [
  header,
  ...Array.from({ length: 4 }, (_, at) => {
    const itemNumber = ((seed + at) % 6) + 1;
    return [itemNumber, `Imported ${files}`, (seed % 50) + at + 1, 'm', '01.10', 'PF-01'];
  }),
];

/** Does random writes to the lines of a service in every way that there is. */
export function lineWriter(system: ImportSystem) {
  const { db, close } = connectStore({ url: system.databaseUrl, schema: 'mto', connectionsMax: 2 });

  async function send(method: string, path: string, json?: Json): Promise<void> {
    const { status, body } = await system.mto.request(method, `/api/v1/mto${path}`, json ? { json } : {});
    if (status >= 400) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
  }

  async function importRows(target: Target, mode: string, seed: number): Promise<void> {
    files += 1;
    const file = workbookFile({ Piping: rowsOf(seed) });
    const task = await importFile(system, target, file, { mode });
    if (!task.status.startsWith('completed')) throw new Error(JSON.stringify(task));
  }

  const crewCodes = ['PF-01', 'PF-02'];

  async function write(target: Target, { kind, seed }: LineWrite): Promise<void> {
    const { projectId, serviceId } = target;
    const lines = await linesOf(system, target);
    const line = lines[seed % Math.max(1, lines.length)];
    const discipline = (line?.discipline ?? 'piping') as Discipline;
    const [updates = {}] = fc.sample(randomUpdates(discipline), { numRuns: 1, seed });
    const field = seed % 2 === 0 ? 'discipline' : 'quantity';
    const conditions = [
      { field, operator: 'equals', value: line?.[field] ?? (field === 'quantity' ? 1 : 'piping') },
    ];
    const selection = { mode: 'filters', filters: { conditions } };
    switch (kind) {
      case 'create':
        return send('POST', '/bulk', { projectId, serviceId, items: randomLines(3, seed) });
      case 'update':
        return line && send('PUT', `/${line.id}?projectId=${projectId}`, updates);
      case 'delete':
        return line && send('DELETE', `/${line.id}`);
      case 'bulk-edit': {
        const given = seed % 3 === 0 ? { remarks: `edited ${seed}` } : { quantity: (seed % 9) + 1 };
        return send('POST', '/bulk-edit', { projectId, selection, updates: given });
      }
      case 'bulk-patch': {
        const changes = seed % 3 === 0 ? { remarks: `patched ${seed}` } : updates;
        return line && send('PATCH', '/bulk', { projectId, items: [{ mtoId: line.id, ...changes }] });
      }
      case 'bulk-delete':
        return send('POST', '/bulk-delete', { projectId, selection, confirm: true });
      case 'append':
      case 'replace':
      case 'upsert':
        return importRows(target, kind, seed);
      case 'crew-rates':
        system.records.crews.set(serviceId, []);
        for (const [at, crewCode] of crewCodes.entries())
          system.records.addCrew(serviceId, { crewCode, labourRate: String(((seed + at) % 90) + 10) });
        return db.transaction((tx) => recalculateLines(tx, system.bus, { projectId, serviceId, crewCodes }));
      case 'crew-deleted':
        system.records.crews.set(serviceId, []);
        return db.transaction((tx) => releaseLines(tx, system.bus, { projectId, serviceId, crewCodes }));
      case 'wbs':
        system.records.wbsCodes.set(projectId, new Set(seed % 2 === 0 ? ['01.10'] : ['99']));
        return matchLines(db, system.bus, { projectId, wbsCodes: ['01.10', '99'] });
    }
  }

  return { write, close };
}
