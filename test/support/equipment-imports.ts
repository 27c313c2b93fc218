import { mto } from '@consulting/mto/service';
import { startEquipmentSystem } from './equipment-system';
import { type EndedTask, endOf, type SheetCells, workbookFile } from './import-file';
import { unknownId, until } from './project-system';
import type { Answer } from './system';

/** An equipment system with mto, where imports of equipment are polled. */
export async function startEquipmentImports() {
  const system = await startEquipmentSystem([mto]);
  const takeoff = await system.start(mto, { MTO_ROLE: 'api' });
  const statusPath = (taskId: string) => `/api/v1/mto/import/status/${taskId}`;
  await until(async () => (await takeoff.request('GET', statusPath(unknownId))).status === 404);
  const upload = (file: File | null, parts: Record<string, string> = {}): Promise<Answer> => {
    const form = new FormData();
    for (const [name, part] of Object.entries(parts)) form.set(name, part);
    if (file) form.append('file', file, file.name);
    return system.request('POST', '/api/v1/equipment/import/async', { form });
  };
  const importFile = async (file: File, parts?: Record<string, string>): Promise<EndedTask> => {
    const { status, body } = await upload(file, parts);
    if (status !== 200) throw new Error(`The upload was answered ${status}: ${JSON.stringify(body)}`);
    return endOf({ mto: takeoff }, body.taskId);
  };
  return {
    ...system,
    mto: takeoff,
    upload,
    importFile,
    /** Imports one sheet, the header row first. */
    importRows: (rows: SheetCells, parts?: Record<string, string>) =>
      importFile(workbookFile({ Equipment: rows }), parts),
    endOf: (taskId: string) => endOf({ mto: takeoff }, taskId),
    status: (taskId: string) => takeoff.request('GET', statusPath(taskId)),
    errors: (taskId: string) => takeoff.request('GET', `${statusPath(taskId)}/errors`),
    machine: async (code: string) =>
      (await system.request('GET', `/api/v1/equipment/${encodeURIComponent(code)}`)).body,
  };
}

export type EquipmentImports = Awaited<ReturnType<typeof startEquipmentImports>>;
