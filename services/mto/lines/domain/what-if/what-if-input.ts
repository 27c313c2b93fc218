import {
  type Fault,
  fault,
  invalid,
  isObject,
  type JsonSchema,
  named,
  type Reading,
  RecordInput,
  unread,
  uuid,
} from '@consulting/kernel/schema';
import { readUpdates, updatesField } from '@consulting/mto-engine';
import type { Criteria } from '../../store/search/matching';
import { criteriaSchema, readCriteria } from '../search/criteria';
import { type CrewChange, crewsField, readCrews } from './crew-changes';
import type { Change } from './effect-of-changes';

const changesMax = 20;
const conditionsMax = 200;
const updatesMax = 100;

const changeSchema: JsonSchema = named('TakeoffChange', {
  type: 'object',
  properties: {
    filters: {
      allOf: [criteriaSchema],
      description: 'What lines must meet as the changes before leave them; without it all lines.',
    },
    updates: updatesField.kind.schema,
  },
  required: ['updates'],
  additionalProperties: false,
});

export const whatIfInput = new RecordInput(
  {
    projectId: uuid().required().describe('Project of the lines.'),
    serviceId: uuid().describe('Only lines of this service.'),
    changes: unread({ type: 'array', maxItems: changesMax, items: changeSchema })
      .default([])
      .describe(
        'Edits of lines, made one after the other: each starts from what those before make of a line. With at most 100 updates and 200 conditions in all.',
      ),
    crews: crewsField(),
  },
  { name: 'TakeoffWhatIf' },
);

export interface WhatIfOrder {
  projectId: string;
  serviceId: string | null;
  changes: Change[];
  crews: CrewChange[];
}

export function readWhatIf(body: unknown): WhatIfOrder {
  const { record, faults } = whatIfInput.tryCreate(body);
  const { projectId, serviceId } = record;
  const changes = readChanges(record.changes, { faults });
  const crews = readCrews(record.crews, { faults });
  if (changes.length === 0 && crews.length === 0 && faults.length === 0)
    fault({ faults }, 'changes', 'REQUIRED', 'must have a change where no crews are given');
  if (faults.length > 0) throw invalid(faults);
  return { projectId, serviceId, changes, crews };
}

function readChanges(value: unknown, reading: { faults: Fault[] }): Change[] {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) {
    fault(reading, 'changes', 'TYPE', 'must be an array', { type: 'array' });
    return [];
  }
  if (value.length > changesMax) {
    const most = { maxItems: changesMax };
    fault(reading, 'changes', 'MAX_LENGTH', `must have at most ${changesMax} entries`, most);
    return [];
  }
  const changes = value.flatMap((entry, at) => readChange(entry, `changes[${at}]`, reading) ?? []);
  const conditions = changes.reduce((count, { criteria }) => count + conditionsOf(criteria), 0);
  const updates = changes.reduce((count, { given }) => count + given.size, 0);
  if (conditions > conditionsMax)
    fault(reading, 'changes', 'MAX', `have more than ${conditionsMax} conditions in all`);
  if (updates > updatesMax) fault(reading, 'changes', 'MAX', `have more than ${updatesMax} updates in all`);
  return changes;
}

function readChange(entry: unknown, at: string, reading: { faults: Fault[] }): Change | undefined {
  if (!isObject(entry)) {
    fault(reading, at, 'TYPE', 'must be an object with updates, and filters for lines that it is about', {
      type: 'object',
    });
    return undefined;
  }
  for (const key of Object.keys(entry))
    if (key !== 'filters' && key !== 'updates')
      fault(reading, `${at}.${key}`, 'UNKNOWN_FIELD', 'is not a known key');
  const { filters = null, updates = null } = entry;
  const criteria = filters === null ? null : readCriteria(filters, `${at}.filters`, null, reading);
  const own: Reading = { faults: [] };
  const given = readUpdates(updates, own);
  reading.faults.push(...own.faults.map((one) => ({ ...one, field: `${at}.${one.field}` })));
  return { criteria, given };
}

const conditionsOf = (criteria: Criteria | null): number =>
  (criteria?.conditions ?? []).reduce(
    (count, one) => count + ('conditions' in one ? conditionsOf(one) : 1),
    0,
  );
