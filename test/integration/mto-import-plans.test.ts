import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type ImportConnection, openImportConnection } from '@consulting/imports/store/connection';
import { ImportTransaction } from '@consulting/imports/store/transaction';
import { LineMatching } from '@consulting/mto-imports/store/import-upsert';
import { ImportOperation, removeOtherLines } from '@consulting/mto-lines/store/rows/import-lines';
import { TransactionRollbackError } from 'drizzle-orm';
import postgres from 'postgres';
import { csvFile, type ImportTarget, importFile, linesOf } from '../support/import-file';
import { type ImportSystem, startImportSystem } from '../support/import-system';
import { countWork, type StatementWork } from '../support/plan-work';

const lineCount = 2000;
/** Rows that one statement may look at for each line; comparing each line with each looks at thousands. */
const workPerLineMax = 30;

let system: ImportSystem;
let connection: ImportConnection;
let target: ImportTarget;
let ids: string[];

const header = 'Item No.,Description,Quantity,UOM';
const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => `${at + 1},Pipe,${at + 1},m`);
const file = (count: number) => csvFile([header, ...rowsOf(count)].join('\n'), 'piping.csv');

/** Many services of few lines, which the statistics know, and one of many that they do not. */
beforeAll(async () => {
  system = await startImportSystem();
  const sql = postgres(system.databaseUrl, { max: 1, onnotice: () => {} });
  await sql`alter table mto.takeoff_line set (autovacuum_enabled = false)`;
  for (let service = 0; service < 12; service++) await importFile(system, system.newTarget(), file(4));
  await sql`analyze mto.takeoff_line`;
  await sql.end();
  target = system.newTarget();
  await importFile(system, target, file(lineCount));
  ids = (await linesOf(system, target)).map(({ id }) => String(id));
  expect(ids).toHaveLength(lineCount);
  connection = openImportConnection(system.databaseUrl, 'mto');
});
afterAll(async () => {
  await connection.close();
  await system.stop();
});

/** Runs `act` in a transaction that is given up, and gives the statements in which much work was done. */
async function statementsOf(act: (transaction: ImportTransaction) => Promise<unknown>) {
  let statements: StatementWork[] = [];
  const given = connection.session.transaction(async (tx) => {
    const transaction = new ImportTransaction(tx);
    statements = countWork(transaction);
    await act(transaction);
    throw new TransactionRollbackError();
  });
  await expect(given).rejects.toThrow(TransactionRollbackError);
  expect(statements.length).toBeGreaterThan(0);
  return statements.filter(({ work }) => work > lineCount * workPerLineMax);
}

const operationOf = (transaction: ImportTransaction) => {
  const taskId = crypto.randomUUID();
  const [first = '', last = ''] = [ids.toSorted()[0], ids.toSorted().at(-1)];
  return new ImportOperation(transaction, { taskId, ...target }, { first, last });
};

test.each(['identifier', 'item number'])(
  'an upsert whose rows name lines by %s compares no line with every other',
  async (key) => {
    const heavy = await statementsOf(async (transaction) => {
      const matching = new LineMatching(transaction, target);
      const operation = operationOf(transaction);
      await operation.begin();
      await matching.open(['id', 'quantity']);
      await matching.copyKeys(
        ids.map((id, at) => ({
          position: at,
          id: key === 'identifier' ? id : null,
          discipline: 'piping',
          itemNumber: key === 'identifier' ? null : at + 1,
        })),
      );
      await matching.match(true);
      const found = await matching.lines.read(0, lineCount);
      expect(found.size).toBe(lineCount);
      expect([...found.values()].filter((match) => 'fault' in match)).toEqual([]);
      const changes = ids.map((id) => `${id}\t7\n`).join('');
      await matching.lines.copyChanges(Buffer.from(changes), lineCount);
      await matching.lines.lock();
      await matching.lines.store('test', crypto.randomUUID());
      await operation.close();
    });
    expect(heavy).toEqual([]);
  },
);

test('replacing lines compares no line with every other', async () => {
  const heavy = await statementsOf(async (transaction) => {
    const operation = operationOf(transaction);
    await operation.begin();
    await operation.keepCreated('test', lineCount);
    await operation.close();
    const removed = await removeOtherLines(transaction, { taskId: crypto.randomUUID(), ...target }, [
      'piping',
    ]);
    expect(removed).toBe(lineCount);
  });
  expect(heavy).toEqual([]);
});
