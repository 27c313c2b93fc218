import type { ImportReconciliation, ImportSurvey } from '@consulting/mto-engine';
import { type EndedTask, endOf, type FormParts, type ImportTarget, importFile, upload } from '../import-file';
import type { TakeoffSystem } from '../takeoff-system';

/** The file says that its work costs this, and so much of it is stored. */
interface Money {
  basis: string | null;
  inFile: string;
  stored: string;
  difference: string;
  agrees: boolean;
}

export interface Unattended {
  survey: ImportSurvey;
  /** Why the suggestion was refused as a form; null when it was accepted. */
  refusal: unknown;
  task: EndedTask | null;
  reconciliation: (ImportReconciliation & { money?: Money }) | null;
  lines: number;
  /** The cost of all lines. */
  cents: number;
}

const given = (parts: object | null): FormParts =>
  Object.fromEntries(
    Object.entries(parts ?? {}).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  );

/** Survey, what it suggests sent back unchanged, and what has landed then. */
export async function importUnattended(
  system: TakeoffSystem,
  target: ImportTarget,
  file: File,
): Promise<Unattended> {
  const { taskId } = await importFile(system, target, file, { survey: true });
  const get = async (path: string) => (await system.mto.request('GET', `/api/v1/mto/${path}`)).body;
  const survey = await get(`import/status/${taskId}/survey`);
  const { status, body } = await upload(system, target, null, {
    ...given(survey.suggested),
    sourceTaskId: taskId,
  });
  const task = status === 200 ? await endOf(system, body.taskId) : null;
  const { totals } = await get(`project/${target.projectId}/summary?serviceId=${target.serviceId}`);
  return {
    survey,
    refusal: task ? null : body,
    task,
    reconciliation: (task?.reconciliation ?? null) as Unattended['reconciliation'],
    lines: totals.itemCount,
    cents: Math.round(totals.totalCost * 100),
  };
}
