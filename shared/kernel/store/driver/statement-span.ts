import type postgres from 'postgres';
import { shortened } from '../../text';
import type { SpanPlan } from '../../tracing';
import type { Server } from './address';

const statementLengthMax = 2000;

const firstWord = /^\s*(\w+)/;

/** The span of a statement: what was asked of which database, and no value that it was asked with. */
export function statementSpan(statement: string, server: Server, { options }: postgres.Sql): SpanPlan {
  const operation = firstWord.exec(statement)?.[1]?.toUpperCase() ?? 'STATEMENT';
  const namespace = String(options.database);
  return {
    name: `${operation} ${namespace}`,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.namespace': namespace,
      'db.operation.name': operation,
      'db.query.text': shortened(statement.trim(), statementLengthMax),
      ...('path' in server ? {} : { 'server.address': server.host, 'server.port': server.port }),
    },
  };
}
