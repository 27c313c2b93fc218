import { exampled } from '@consulting/kernel/fields/example';
import { named } from '@consulting/kernel/fields/schema';
import { responseSchema } from '@consulting/kernel/http/answer';

const { object, count, nullable, id, described } = responseSchema;

export const restoredTakeoff = exampled(
  named(
    'RestoredTakeoff',
    object({
      operationId: nullable(id('The operation in the history of takeoff lines.')),
      counts: described(
        object({
          created: count('Lines that were gone and came back with their identifiers.'),
          updated: count('Lines that got their values of the version back.'),
          deleted: count('Lines that the version does not have.'),
        }),
        'How many lines the restore wrote; all others were those of the version already.',
      ),
    }),
  ),
  { operationId: null, counts: { created: 2, updated: 14, deleted: 3 } },
);
