import {
  type EndedTask,
  type ImportTarget,
  importFile,
  linesOf,
  type SheetCells,
  workbookFile,
} from './import-file';
import { startTakeoffHouse, type TakeoffHouse } from './takeoff-house';

type Project = Parameters<TakeoffHouse['records']['addProject']>[0];

/** A takeoff house with short ways to import rows into a service of their own. */
export async function startImportHouse() {
  const house = await startTakeoffHouse();
  const newTarget = (project: Project = {}): ImportTarget => {
    const projectId = house.records.addProject(project);
    return { projectId, serviceId: house.records.addService(projectId) };
  };
  return {
    ...house,
    newTarget,
    /** Imports one sheet of piping rows, the header first, into a service of its own. */
    async importRows(
      rows: SheetCells,
      parts: Parameters<typeof importFile>[3] = {},
      project: Project = {},
    ): Promise<{ task: EndedTask; lines: Record<string, unknown>[]; target: ImportTarget }> {
      const target = newTarget(project);
      const task = await importFile(house, target, workbookFile({ Piping: rows }), parts);
      return { task, lines: await linesOf(house, target), target };
    },
  };
}

export type ImportHouse = Awaited<ReturnType<typeof startImportHouse>>;

/** `code field cell` of each message, for example `NOT_A_NUMBER quantity C3`. */
export const messageKeys = (messages: EndedTask['errors']): string[] =>
  messages.map(({ code, field, column, row }) =>
    [code, field, `${column ?? ''}${row ?? ''}`].filter(Boolean).join(' '),
  );
