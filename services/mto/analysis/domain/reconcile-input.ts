import {
  choice,
  fault,
  invalid,
  isObject,
  isUuid,
  type JsonSchema,
  named,
  paging,
  type Reading,
  RecordInput,
  unread,
  uuid,
} from '@consulting/kernel/schema';
import { type Cause, causes } from '@consulting/mto-engine';
import { current, readLevel, readList, reportRepeats, wbsLevelSchema } from '@consulting/mto-lines';

const keysMax = 3;
const namedKeys = ['discipline', 'area'] as const;

export type ReconcileKey = { name: (typeof namedKeys)[number] } | { name: string; level: number };

// A version, the current lines, or those before an import.
export type ReconcileSide = string | { taskId: string };

const sideSchema: JsonSchema = named('ReconcileSide', {
  anyOf: [
    { type: 'string', description: 'An estimation version, or `current` for the lines as they are.' },
    {
      type: 'object',
      properties: {
        taskId: { type: 'string', format: 'uuid', description: 'An import: the lines just before it.' },
      },
      required: ['taskId'],
      additionalProperties: false,
    },
  ],
});

const keySchema: JsonSchema = named('ReconcileKey', {
  anyOf: [
    { type: 'string', enum: namedKeys, description: 'Key of a field.' },
    { ...wbsLevelSchema, additionalProperties: false },
  ],
});

export const reconcileInput = new RecordInput(
  {
    projectId: uuid().required().describe('Project of the lines.'),
    serviceId: uuid().describe('Service of the lines; by default that of the versions or of the import.'),
    from: unread(sideSchema).required().describe('The earlier state.'),
    to: unread(sideSchema).required().describe('The later state.'),
    groupBy: unread({ type: 'array', maxItems: keysMax, items: keySchema })
      .default([])
      .describe('Up to three keys by which causes are listed for groups, too.'),
    cause: choice(causes).describe(
      'Lists only the lines that this cause moved; sums stay those of all lines.',
    ),
    ...paging,
  },
  { name: 'Reconcile' },
);

export interface ReconcileOrder {
  projectId: string;
  serviceId: string | null;
  from: ReconcileSide;
  to: ReconcileSide;
  keys: ReconcileKey[];
  cause: Cause | null;
  skip: number;
  limit: number;
}

export function readReconcile(body: unknown): ReconcileOrder {
  const { record, faults } = reconcileInput.tryCreate(body);
  const { from, to, groupBy, ...rest } = record;
  const reading: Reading = { faults };
  const sides = { from: readSide(from, 'from', reading), to: readSide(to, 'to', reading) };
  const keys = readList(groupBy, 'groupBy', keysMax, reading, readKey);
  reportRepeats(keys, 'groupBy', reading);
  if (faults.length > 0) throw invalid(faults);
  return {
    ...rest,
    from: sides.from ?? current,
    to: sides.to ?? current,
    keys: keys.map(({ item }) => item),
  };
}

function readSide(value: unknown, at: string, reading: Reading): ReconcileSide | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') {
    if (value === current || isUuid(value)) return value.toLowerCase();
    fault(reading, at, 'FORMAT', 'must be a UUID, current, or an object with taskId');
    return undefined;
  }
  if (!isObject(value)) {
    fault(reading, at, 'TYPE', 'must be a UUID, current, or an object with taskId', {
      type: ['string', 'object'],
    });
    return undefined;
  }
  refuseOthers(value, 'taskId', at, reading);
  const { taskId } = value;
  if (typeof taskId === 'string' && isUuid(taskId)) return { taskId: taskId.toLowerCase() };
  if (taskId === undefined || taskId === null) fault(reading, `${at}.taskId`, 'REQUIRED', 'is required');
  else fault(reading, `${at}.taskId`, 'FORMAT', 'must be a UUID');
  return undefined;
}

function readKey(entry: unknown, at: string, reading: Reading): ReconcileKey | undefined {
  if (isObject(entry)) return readLevel(entry, at, reading);
  const name = namedKeys.find((key) => key === entry);
  if (name) return { name };
  fault(reading, at, 'ENUM', 'must be discipline, area or an object with wbsLevel', { allowed: namedKeys });
  return undefined;
}

function refuseOthers(value: object, known: string, at: string, reading: Reading): void {
  for (const key of Object.keys(value))
    if (key !== known) fault(reading, `${at}.${key}`, 'UNKNOWN_FIELD', 'is not a known key');
}
