import type { keepVersionLines as question } from '@consulting/kernel/contracts/mto';
import type { Database } from '@consulting/kernel/store/connect';
import type { Static } from '@sinclair/typebox';
import { copyLines } from '../../store/takeoff-copy';
import { summariseService } from '../summary';

export function keepVersionLines(
  db: Database,
  { estimationId, projectId, serviceId }: Static<(typeof question)['request']>,
) {
  return db.transaction(
    async (tx) => {
      await copyLines(tx, estimationId, { projectId, serviceId });
      return summariseService(tx, serviceId);
    },
    { isolationLevel: 'repeatable read' },
  );
}
