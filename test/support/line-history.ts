import { expect } from 'bun:test';
import { serviceCrewDeleted, serviceCrewRatesChanged } from '@consulting/kernel/contracts/crews-rates';
import { wbsCodesChanged } from '@consulting/kernel/contracts/equipment-wbs';
import postgres from 'postgres';
import { csvFile, type ImportTarget, importFile, linesOf } from './import-file';
import { startImportSystem } from './import-system';
import { commonTakeoffSystem, startTakeoffSystem } from './takeoff-system';
import { until } from './until';

type Json = Record<string, unknown>;

/** Who changed what the other services tell of by events. */
export const person = { name: 'Ana Ruiz', operationId: '01a1fd55-9c10-7c4b-8a55-3b1f8f0f5d27' };

export const commonLineHistory = () => startLineHistory(commonTakeoffSystem());

/** A takeoff system with short ways to write lines, to read what the history has of it, and to undo it. */
export async function startLineHistory(starting = startTakeoffSystem()) {
  const system = await startImportSystem(starting);
  const call = (method: string, path: string, json?: unknown, headers: Record<string, string> = {}) =>
    system.mto.request(method, `/api/v1${path}`, json === undefined ? { headers } : { json, headers });
  const expectStatus = async (wanted: number, answer: ReturnType<typeof call>) => {
    const { status, body } = await answer;
    expect({ status, reported: body?.errors ?? body?.detail }).toEqual({
      status: wanted,
      reported: undefined,
    });
    return body;
  };
  const publish = (subject: string, payload: Json) => {
    const { name, operationId } = person;
    const origin = { requestId: 'r-1', caller: { id: 'ana', name }, causedBy: operationId };
    return system.bus.publish(subject, payload, crypto.randomUUID(), { origin });
  };
  let files = 0;
  return {
    ...system,
    call,
    /** Lines of a service, piping unless they say otherwise; their identifiers. */
    async addLines({ projectId, serviceId }: ImportTarget, ...lines: Json[]): Promise<string[]> {
      const ids: string[] = [];
      for (const line of lines) {
        const json = { projectId, serviceId, discipline: 'piping', quantity: 1, ...line };
        ids.push((await expectStatus(201, call('POST', '/mto', json))).mtoId);
      }
      return ids;
    },
    put: ({ projectId }: ImportTarget, id: string, json: Json) =>
      expectStatus(200, call('PUT', `/mto/${id}?projectId=${projectId}`, json)),
    remove: (id: string) => call('DELETE', `/mto/${id}`),
    bulkCreate: ({ projectId, serviceId }: ImportTarget, items: Json[]) =>
      expectStatus(201, call('POST', '/mto/bulk', { projectId, serviceId, items })),
    bulkEdit: ({ projectId }: Pick<ImportTarget, 'projectId'>, ids: string[], updates: Json) =>
      expectStatus(
        200,
        call('POST', '/mto/bulk-edit', { projectId, selection: { mode: 'ids', ids }, updates }),
      ),
    bulkPatch: ({ projectId }: Pick<ImportTarget, 'projectId'>, items: Json[]) =>
      expectStatus(200, call('PATCH', '/mto/bulk', { projectId, items })),
    bulkDelete: ({ projectId }: Pick<ImportTarget, 'projectId'>, ids: string[]) =>
      expectStatus(
        200,
        call('POST', '/mto/bulk-delete', { projectId, selection: { mode: 'ids', ids }, confirm: true }),
      ),
    /** A file of numbered lines that is like no other. */
    takeoffFile(numbers: number[], mark = ++files): File {
      const rows = numbers.map((number) => `${number},Pipe of file ${mark},${number}.5,m`);
      return csvFile(['Item No.,Description,Quantity,UOM', ...rows].join('\n'), 'piping.csv');
    },
    async importLines(target: ImportTarget, mode: string, file: File) {
      const task = await importFile(system, target, file, { mode, discipline: 'piping' });
      expect({ status: task.status, error: task.error }).toEqual({ status: 'completed', error: null });
      return task;
    },
    async list(query: Json): Promise<Json[]> {
      const text = new URLSearchParams(query as Record<string, string>);
      return (await expectStatus(200, call('GET', `/history/takeoff-lines?${text}`))).data;
    },
    /** The newest operation on lines of a project. */
    async newest({ projectId }: Pick<ImportTarget, 'projectId'>) {
      const path = `/history/takeoff-lines?projectId=${projectId}&limit=1`;
      return (await expectStatus(200, call('GET', path))).data[0];
    },
    detail: async (operationId: unknown, query = '') =>
      expectStatus(200, call('GET', `/history/takeoff-lines/${operationId}${query}`)),
    undo: (operationId: unknown, json: unknown = {}, headers: Record<string, string> = {}) =>
      call('POST', `/history/takeoff-lines/${operationId}/undo`, json, headers),
    undone: (operationId: unknown, json: unknown = {}) =>
      expectStatus(200, call('POST', `/history/takeoff-lines/${operationId}/undo`, json)),
    /** The lines of a target without what every write moves on, in the order of their identifiers. */
    async contents(target: ImportTarget): Promise<Json[]> {
      const lines = await linesOf(system, target);
      return lines
        .map(({ version: _, updatedAt: _at, updatedBy: _by, ...line }) => line as Json)
        .sort((one, other) => (String(one.mtoId) < String(other.mtoId) ? -1 : 1));
    },
    /** Tells of a crew by an event, with new rates or without the crew. */
    async changeCrew({ projectId, serviceId }: ImportTarget, crewCode: string, rates: Json | null) {
      const others = (system.records.crews.get(serviceId) ?? []).filter((crew) => crew.crewCode !== crewCode);
      system.records.crews.set(serviceId, others);
      if (rates) system.records.addCrew(serviceId, { crewCode, ...rates });
      const crews = [{ serviceCrewId: crypto.randomUUID(), crewCode }];
      const { subject } = rates ? serviceCrewRatesChanged : serviceCrewDeleted;
      await publish(subject, { projectId, serviceId, crews });
    },
    async changeWbsCode({ projectId }: ImportTarget, code: string, isKnown: boolean) {
      const codes = new Set(system.records.wbsCodes.get(projectId));
      if (isKnown) codes.add(code);
      else codes.delete(code);
      system.records.wbsCodes.set(projectId, codes);
      await publish(wbsCodesChanged.subject, { projectId, wbsCodes: [code] });
    },
    /** Runs a statement as the database forgets what is no longer kept. */
    async forget(statement: string): Promise<void> {
      const sql = postgres(system.databaseUrl, { max: 1, onnotice: () => {} });
      await sql.unsafe(statement);
      await sql.end();
    },
    /** Waits until the lines of a target are as wanted. */
    untilLines: (target: ImportTarget, isWanted: (line: Json) => boolean) =>
      until(async () => (await linesOf(system, target)).every((line) => isWanted(line as Json))),
  };
}
