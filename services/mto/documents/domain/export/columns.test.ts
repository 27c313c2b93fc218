import { describe, expect, test } from 'bun:test';
import { fieldOfHeader } from '@consulting/mto-engine/headers/header';
import { type Discipline, disciplines } from '@consulting/takeoff-fields/discipline';
import type { Field } from '@consulting/takeoff-fields/field';
import { commonFields, fieldsOf, findField, ownFields } from '@consulting/takeoff-fields/registry';
import { chooseColumns, columnsOf as columnsOfChosen, fieldsOfAll } from './columns';

const columnsOf = (fields: readonly Field[], among: readonly Discipline[]) =>
  columnsOfChosen(chooseColumns(fields, { chosen: null, used: null }), among);
const keysOf = (discipline: (typeof disciplines)[number]) => ownFields[discipline].map(({ key }) => key);
const pairs = disciplines.flatMap((one, at) => disciplines.slice(at).map((other) => [one, other] as const));

describe('columns of an export', () => {
  test.each(pairs)('of %s and %s are read back as the fields that they show', (one, other) => {
    const used = [one, other];
    const fields = fieldsOfAll(used, new Set(used.flatMap(keysOf)));
    const [identifier, ...columns] = columnsOf(fields, used);
    expect(identifier?.header).toBe('MTO ID');
    expect(new Set(columns.map(({ header }) => header)).size).toBe(columns.length);
    for (const discipline of used) {
      const read = columns.map(({ header }) => fieldOfHeader(discipline, header)?.key);
      const displayed = fields.map(({ key }) => findField(discipline, key)?.key);
      expect(read).toEqual(displayed);
    }
  });

  test('of one discipline are in the order of the registry, without keys in brackets', () => {
    for (const discipline of disciplines) {
      const fields = fieldsOfAll([discipline], new Set(keysOf(discipline)));
      expect(fields).toEqual(fieldsOf(discipline));
      expect(columnsOf(fields, [discipline]).filter(({ header }) => header.includes('['))).toEqual([]);
    }
  });

  test('leave out discipline fields without data, never common ones', () => {
    expect(fieldsOfAll([], new Set(['lineNumber']))).toEqual(commonFields);
    const fields = fieldsOfAll(['piping'], new Set(['valveWeight', 'lineNumber', 'no field']));
    expect(fields.slice(commonFields.length).map(({ key }) => key)).toEqual(['lineNumber', 'valveWeight']);
  });

  test('have the formats of their types and units', () => {
    const fields = fieldsOf('piping');
    const columns = columnsOf(fields, ['piping']).slice(1);
    const formatOf = (key: string) => columns[fields.findIndex((field) => field.key === key)]?.format;
    const keys = [
      'itemNumber',
      'tag',
      'discipline',
      'quantity',
      'wasteFactorPercent',
      'labourRate',
      'totalCost',
    ];
    expect(keys.map(formatOf)).toEqual(['integer', 'text', 'text', 'number', 'percent', 'rate', 'money']);
    expect(['takeoffDate', 'sourService'].map(formatOf)).toEqual(['date', 'boolean']);
  });

  test('are the chosen ones in their order, without those that no line fills', () => {
    const fields = fieldsOf('piping');
    const keysFor = (chosen: string[] | null, used: string[] | null) =>
      chooseColumns(fields, { chosen, used: used && new Set(used) }).keys;
    expect(keysFor(['tag', 'mtoId', 'surfaceArea', 'quantity'], null)).toEqual(['tag', 'mtoId', 'quantity']);
    expect(keysFor(['tag', 'quantity'], ['quantity', 'area'])).toEqual(['quantity']);
    expect(keysFor(null, ['quantity', 'area'])).toEqual(['mtoId', 'area', 'quantity']);
    expect(keysFor(['tag', 'area'], ['quantity'])).toEqual(['tag', 'area']);
  });
});
