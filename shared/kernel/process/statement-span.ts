import { shortened } from '../schema';
import type { Server } from './database-address';
import type { SpanPlan } from './tracing';

const statementLengthMax = 2000;

const firstWord = /^\s*(\w+)/;

export function statementSpan(statement: string, server: Server, database = ''): SpanPlan {
  const operation = firstWord.exec(statement)?.[1]?.toUpperCase() ?? 'STATEMENT';
  return {
    name: `${operation} ${database}`,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.namespace': database,
      'db.operation.name': operation,
      'db.query.text': shortened(statement.trim(), statementLengthMax),
      'server.address': server.host,
      'server.port': server.port,
    },
  };
}
