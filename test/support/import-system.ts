import {
  byRow,
  type EndedTask,
  type ImportTarget,
  importFile,
  linesOf,
  type SheetCells,
  workbookFile,
} from './import-file';
import { commonTakeoffSystem, startTakeoffSystem, type TakeoffSystem } from './takeoff-system';

type Project = Parameters<TakeoffSystem['records']['addProject']>[0];

export const commonImportSystem = () => startImportSystem(commonTakeoffSystem());

/** A takeoff system with short ways to import rows into a service of their own. */
export async function startImportSystem(starting = startTakeoffSystem()) {
  const system = await starting;
  const newTarget = (project: Project = {}): ImportTarget => {
    const projectId = system.records.addProject(project);
    return { projectId, serviceId: system.records.addService(projectId) };
  };
  return {
    ...system,
    newTarget,
    /** Imports one sheet of piping rows, the header first, into a service of its own. */
    async importRows(
      rows: SheetCells,
      parts: Parameters<typeof importFile>[3] = {},
      project: Project = {},
    ): Promise<{ task: EndedTask; lines: Record<string, unknown>[]; target: ImportTarget }> {
      const target = newTarget(project);
      const task = await importFile(system, target, workbookFile({ Piping: rows }), parts);
      return { task, lines: await linesOf(system, target), target };
    },
  };
}

export type ImportSystem = Awaited<ReturnType<typeof startImportSystem>>;

/** `code field cell` of each message, for example `NOT_A_NUMBER quantity C3`. */
export const messageKeys = (messages: EndedTask['errors']): string[] =>
  byRow(messages).map(({ code, field, column, row }) =>
    [code, field, `${column ?? ''}${row ?? ''}`].filter(Boolean).join(' '),
  );
