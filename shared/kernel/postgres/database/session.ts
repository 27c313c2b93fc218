import { currentDeadline, currentOrigin, type WriteDeadline } from '../../process';
import type { Connection, Result } from '../driver/connection';
import { isRefusal } from '../driver/failure';
import { isLimited, type Limits, limitsOf, settingLimits, type Visible } from './limits';
import { PreparedNames } from './prepared';
import { LimitedTransaction, type Session, Transaction } from './transaction';

export interface Connections {
  acquire(): Promise<Connection>;
  release(connection: Connection, error?: unknown): void;
}

function settingOfOrigin(): string {
  const origin = currentOrigin();
  if (origin === undefined) return '';
  const operation = JSON.stringify({ ...origin, operationId: Bun.randomUUIDv7() });
  return `set local history.origin = '${operation.replaceAll("'", "''")}'`;
}

/**
 * The database itself ends the transaction in time, because a process that is frozen, or waits, could not.
 */
function settingOfDeadline(deadline: WriteDeadline | undefined): string {
  const leftMs = deadline?.requireLeft() ?? Number.POSITIVE_INFINITY;
  return Number.isFinite(leftMs) ? `set local transaction_timeout = ${leftMs}` : '';
}

const isOutdated = (error: unknown) => isRefusal(error) && error.routine === 'RevalidateCachedQuery';

export class ConnectionSession implements Session {
  constructor(
    private readonly connections: Connections,
    private readonly schema: string,
    private readonly limits?: Limits,
    private readonly prepared = new PreparedNames(),
  ) {}

  limitedTo(visible: Visible): ConnectionSession {
    if (this.limits) throw new Error(isLimited);
    return new ConnectionSession(
      this.connections,
      this.schema,
      limitsOf(this.schema, visible),
      this.prepared,
    );
  }

  run(statement: string, parameters: unknown[] = [], isRaw = false): Promise<Result<object>> {
    currentDeadline()?.requireLeft();
    const role = this.limits?.role;
    const name = parameters.length > 0 ? this.prepared.nameOf(statement, role) : undefined;
    const settings = this.limits;
    return this.#with(async (connection) => {
      try {
        return await connection.run(statement, parameters, { name, isRaw, settings });
      } catch (error) {
        if (!isOutdated(error)) throw error;
        this.prepared.forget(statement, role);
        return connection.run(statement, parameters, { isRaw, settings });
      }
    });
  }

  begin<T>(act: (tx: Session) => Promise<T>, mode = ''): Promise<T> {
    const deadline = currentDeadline();
    return this.#with(async (connection) => {
      const { limits } = this;
      const tx = new Transaction(connection, this.schema, this.prepared, limits);
      const settings = [settingOfOrigin(), settingOfDeadline(deadline), limits ? settingLimits(limits) : ''];
      try {
        await connection.run(`begin ${mode}; ${settings.join('; ')}`);
        const result = await connection.whileOpen(act(limits ? new LimitedTransaction(tx, limits) : tx));
        deadline?.requireLeft();
        await tx.commit();
        if (deadline) deadline.hasStored = true;
        return result;
      } catch (error) {
        await tx.rollback(error);
        throw deadline ? tx.failureOf(error, deadline) : error;
      }
    });
  }

  async #with<T>(act: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.connections.acquire();
    let failure: unknown;
    try {
      return await act(connection);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      this.connections.release(connection, failure instanceof Error ? (failure.cause ?? failure) : failure);
    }
  }
}
