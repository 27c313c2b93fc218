import type { Blocking } from '@consulting/kernel/errors';

const itemsMax = 20;

export const blockedBy = (records: readonly Blocking['items'][number][]): { blocking: Blocking } => ({
  blocking: {
    count: records.length,
    items: records.slice(0, itemsMax).map(({ id, code, name }) => ({ id, code, name })),
  },
});
