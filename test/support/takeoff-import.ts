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

type Parts = Parameters<typeof importFile>[3];
type Line = Record<string, unknown>;

/** A takeoff system with one project, and short ways to imports into services of their own. */
export interface TakeoffImports {
  system: TakeoffSystem;
  projectId: string;
  /** A new service of the project. */
  target(projectId?: string): ImportTarget;
  /** Imports rows, the header row first, as a piping sheet, into a new service unless one is given. */
  sheet(rows: SheetCells, parts?: Parts, into?: ImportTarget): Promise<Imported>;
  /** Imports any file. */
  file(file: File | null, parts?: Parts, into?: ImportTarget): Promise<Imported>;
  stop(): Promise<void>;
}

interface Imported {
  task: EndedTask;
  target: ImportTarget;
  lines: Line[];
}

export const commonTakeoffImports = () => startTakeoffImports(commonTakeoffSystem());

export async function startTakeoffImports(starting = startTakeoffSystem()): Promise<TakeoffImports> {
  const system = await starting;
  const projectId = system.records.addProject();
  const target = (ofProject = projectId) => ({
    projectId: ofProject,
    serviceId: system.records.addService(ofProject),
  });
  const file: TakeoffImports['file'] = async (sent, parts, into = target()) => {
    const task = await importFile(system, into, sent, parts);
    return { task, target: into, lines: await linesOf(system, into) };
  };
  return {
    system,
    projectId,
    target,
    file,
    sheet: (rows, parts, into) => file(workbookFile({ Piping: rows }), parts, into),
    stop: system.stop,
  };
}

/** What lines hold under these keys. */
export const valuesOf = (lines: readonly Line[], ...keys: string[]) =>
  lines.map((line) => keys.map((key) => line[key]));

/** Errors or warnings as `sheet!A7 field CODE`, the parts that are there. */
export const places = (messages: EndedTask['errors']): string[] =>
  byRow(messages).map(({ sheet, column, row, field, code }) => {
    const cell = [column, row].filter((part) => part !== null).join('');
    return [`${sheet ?? ''}!${cell}`, field, code].filter((part) => part !== null).join(' ');
  });

/** The counts of a task: imported, updated, skipped, failed, deleted. */
export const counts = ({ result }: EndedTask) =>
  result && [result.imported, result.updated, result.skipped, result.failed, result.deleted];
