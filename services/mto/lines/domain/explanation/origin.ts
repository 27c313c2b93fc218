import { loweredText } from '@consulting/kernel/schema';
import {
  type Cell,
  type CrewRates,
  commonValue,
  findField,
  isColumn,
  isSameCell,
  positionOf,
  type StoredLine,
} from '@consulting/mto-engine';
import { askCrewRates } from '../../neighbours/crews-rates';
import { type FieldWrite, findFieldWrites } from '../../store/history/field-writes';
import { findImportedRows, type ImportedRow } from '../../store/reads/imported-cells';
import { columnName } from '../../store/tables/takeoff-line-columns';
import type { Ctx } from '../context';
import { type CellTexts, readCellTexts } from './cell-texts';
import { findPrices } from './prices';

export const originKinds = [
  'import',
  'edit',
  'price',
  'crew',
  'default',
  'restore',
  'quote',
  'unknown',
] as const;

type OriginKind = (typeof originKinds)[number];

interface Written {
  operationId: string | null;
  taskId: string | null;
  by: string;
  at: Date | string;
}

type Origin = { kind: OriginKind } & Partial<Written> & { [fact: string]: unknown };

interface Sources {
  line: StoredLine;
  crew: CrewRates | undefined;
  prices: Awaited<ReturnType<typeof findPrices>>;
  writeOf(column: string): FieldWrite | undefined;
  imports: ReadonlyMap<string, ImportedRow>;
  // By import; empty where they were not asked for.
  cells: ReadonlyMap<string, CellTexts>;
}

interface Asked {
  hasHistory: boolean;
  hasCells: boolean;
}

export type OriginOf = (key: string, unit: string | null) => Origin;

// Lines of a copy, which is older than versions by epochs, have no history.
export async function originsOf(
  ctx: Ctx,
  line: StoredLine,
  keys: readonly string[],
  { hasHistory, hasCells }: Asked,
): Promise<OriginOf> {
  const projectId = String(commonValue(line, 'projectId'));
  const columns = keys.map((key) => columnOf(line, key));
  const [crew, prices, writeOf] = await Promise.all([
    findCrew(ctx, line, keys),
    findPrices(ctx, line, keys),
    hasHistory ? findFieldWrites(ctx.db, { ...line, projectId }, columns) : () => undefined,
  ]);
  const writes = columns.flatMap((column) => writeOf(column) ?? []);
  const imported = writes.filter(({ kind }) => kind === 'import').flatMap(({ taskId }) => taskId ?? []);
  if (isAsImported(line)) imported.push(line.importTaskId ?? '');
  const of = { projectId, lineId: line.id, taskIds: [...new Set(imported)] };
  const imports = await findImportedRows(ctx.db, of, [...keys, 'totalCost']);
  const cells = new Map<string, CellTexts>();
  for (const [taskId, row] of hasCells ? imports : []) {
    const texts = await readCellTexts(ctx.db, row);
    if (texts) cells.set(taskId, texts);
  }
  const sources = { line, crew, prices, writeOf, imports, cells };
  return (key, unit) => originOf(sources, key, unit);
}

const columnOf = ({ discipline }: StoredLine, key: string): string => {
  const field = findField(discipline, key);
  return field !== undefined && isColumn(field) ? columnName(key) : key;
};

const isAsImported = ({ version, importTaskId }: StoredLine): boolean =>
  version === 1 && importTaskId !== null;

const ratesOfCrew = ['labourRate', 'equipmentRate', 'crewSize'] as const;
const setByCrew: readonly string[] = [...ratesOfCrew, 'labourRateSource', 'labourRateBasis'];

const followsCrew = (line: StoredLine, key: string): boolean =>
  setByCrew.includes(key) &&
  commonValue(line, 'labourRateSource') === 'crew' &&
  commonValue(line, 'crewCode') !== null;

async function findCrew(
  { bus }: Ctx,
  line: StoredLine,
  keys: readonly string[],
): Promise<CrewRates | undefined> {
  if (!keys.some((key) => followsCrew(line, key))) return undefined;
  const code = String(commonValue(line, 'crewCode'));
  const crews = await askCrewRates(bus, String(commonValue(line, 'serviceId')), [code]);
  return crews.find(({ crewCode }) => loweredText(crewCode) === loweredText(code));
}

function originOf(sources: Sources, key: string, unit: string | null): Origin {
  const { line, writeOf, crew, prices } = sources;
  if (followsCrew(line, key) && !isLeftByCrew(crew, key)) return crewOrigin(sources, key);
  const write = writeOf(columnOf(line, key));
  const price = prices.get(key);
  if (price !== undefined) return { kind: 'price', operationId: write?.operationId, by: write?.by, ...price };
  if (write === undefined)
    return isAsImported(line)
      ? importOrigin(sources, key, unit, { taskId: line.importTaskId })
      : { kind: 'unknown' };
  const { operationId, taskId, by, at, kind, isCreation, before } = write;
  const written = { operationId, taskId, by, at: new Date(at) };
  if (kind === 'import') return importOrigin(sources, key, unit, written);
  const changed = { ...written, ...(!isCreation && { before }) };
  if (kind === 'restore' || kind === 'undo') return { kind: 'restore', ...changed };
  if (isCreation && isFilledIn(line, key)) return { kind: 'default' };
  return { kind: 'edit', ...changed };
}

const isFilledIn = (line: StoredLine, key: string): boolean =>
  key === 'currency' || valueOf(line, key) === null;

const valueOf = ({ discipline, values }: StoredLine, key: string): Cell =>
  values[positionOf(discipline, key)] ?? null;

// A rate that the crew does not have stays as the line had it before.
const isLeftByCrew = (crew: CrewRates | undefined, key: string): boolean =>
  ratesOfCrew.some((rate) => rate === key && crew?.[rate] === null);

function crewOrigin({ line, crew }: Sources, key: string): Origin {
  const isCurrent = ratesOfCrew.every(
    (rate) => rate !== key || isSameCell('number', valueOf(line, key), crew?.[rate] ?? null),
  );
  return {
    kind: 'crew',
    crewCode: commonValue(line, 'crewCode'),
    serviceCrewId: crew?.serviceCrewId ?? null,
    calculatedAt: isCurrent ? (crew?.calculatedAt ?? null) : null,
  };
}

function importOrigin(
  { line, imports, cells }: Sources,
  key: string,
  unit: string | null,
  written: Partial<Written>,
): Origin {
  const imported = imports.get(written.taskId ?? '');
  if (imported === undefined) return { kind: 'import', ...written };
  const { fileName, by, at, sheet, row, columns, defaults } = imported;
  const keys = key === 'totalCostOverride' ? [key, 'totalCost'] : [key];
  const column = columns.find(({ field }) => field !== null && keys.includes(field));
  const ofTask = { by, at: new Date(at), ...written, fileName };
  if (column === undefined && keys.some((one) => Object.hasOwn(defaults, one)))
    return { kind: 'default', ...ofTask };
  if (column === undefined && isFilledIn(line, key)) return { kind: 'default' };
  const text = column && cells.get(imported.taskId)?.get(column.column);
  return {
    kind: 'import',
    ...ofTask,
    sheet,
    row,
    column: column?.column ?? null,
    header: column?.header ?? null,
    ...(text !== undefined && { text }),
    unit: column?.unit?.replace('uom', () => String(commonValue(line, 'unitOfMeasure') ?? 'uom')) ?? unit,
  };
}
