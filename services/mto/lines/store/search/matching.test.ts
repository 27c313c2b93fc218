import { describe, expect, test } from 'bun:test';
import { findSearchField, type Operator } from '@consulting/mto-engine/fields/search-field';
import { PgDialect } from 'drizzle-orm/pg-core';
import { type Condition, type Criteria, meets } from './matching';

function condition(key: string, operator: Operator, value: string): Condition {
  const field = findSearchField(key, 'piping');
  if (!field) throw new RangeError(`${key} is not a field`);
  return { field, operator, operands: [value] };
}

const many = (key: string, operator: Operator, count = 50) =>
  Array.from({ length: count }, (_, at) => condition(key, operator, `part ${at}`));

function statementOf(criteria: Criteria): string {
  const condition = meets(criteria);
  return condition ? new PgDialect({ casing: 'snake_case' }).sqlToQuery(condition).sql : '';
}

const timesIn = (statement: string, text: string) => statement.split(text).length - 1;

describe('the statement of a search', () => {
  test.each([
    ['OR', 'contains'],
    ['AND', 'notContains'],
  ] as const)(
    '%s of fifty %s reads and lower-cases a text once, and looks for all parts in one pass',
    (logicalOperator, operator) => {
      const statement = statementOf({ logicalOperator, conditions: many('remarks', operator) });
      expect(timesIn(statement, '"remarks"')).toBe(1);
      expect(timesIn(statement, ' ~ ')).toBe(1);
      expect(timesIn(statement, ' like ')).toBe(0);
    },
  );

  test('reads a text once for conditions in different groups', () => {
    const group = (at: number): Criteria => ({
      logicalOperator: 'AND',
      conditions: [condition('remarks', 'startsWith', `a${at}`), condition('remarks', 'endsWith', `b${at}`)],
    });
    const conditions = Array.from({ length: 25 }, (_, at) => group(at));
    expect(timesIn(statementOf({ logicalOperator: 'OR', conditions }), '"remarks"')).toBe(1);
  });

  test('fetches the attributes of a line once for many conditions on them', () => {
    const keys = ['lineNumber', 'pidNumber', 'isometricNumber'];
    const conditions = keys.flatMap((key, at) => many(key, 'startsWith', 2 + 2 * at));
    const statement = statementOf({ logicalOperator: 'OR', conditions });
    expect(timesIn(statement, "attributes || '{}'")).toBe(1);
    expect(timesIn(statement, 'attributes ->>')).toBe(0);
  });

  test('of few conditions has no subselect, and other conditions stay outside of one', () => {
    const few = { logicalOperator: 'AND', conditions: many('remarks', 'contains', 3) } as const;
    expect(statementOf(few)).not.toContain('select');
    const mixed = [condition('tag', 'equals', 'p-1'), ...many('remarks', 'contains')];
    const statement = statementOf({ logicalOperator: 'AND', conditions: mixed });
    expect(statement.indexOf('"tag"')).toBeLessThan(statement.indexOf('select'));
  });
});
