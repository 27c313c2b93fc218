import { named } from '@consulting/shared/fields/schema';
import { record, shown, unavailable } from '@consulting/shared/http/answer';
import { tradeInput } from '../../domain/trade/trade-fields';

const { text, count, list, nullable, object } = shown;
const { fields } = tradeInput;

const keys = { tradeId: shown.id('Same as id.'), ...fields, tradeName: fields.tradeName.required() };

export const tradeAnswer = named('Trade', record(keys));

/** A trade code with its designations and the fields of the first. */
export const tradeGroup = named(
  'TradeGroup',
  record({
    ...keys,
    version: count('Stands for the versions of all designations.'),
    designations: list(tradeAnswer, 'The first one stands for the trade.'),
  }),
);

const itemsNote = 'At most 50 of them.';

const usage = (item: Record<string, ReturnType<typeof text>>) =>
  object({ count: count('All of them.'), items: list(object(item), itemsNote) });

const crews = usage({
  crewId: shown.id(),
  code: text(),
  name: text(),
  laborDesignation: text(),
  quantity: shown.number('Persons.'),
});

const crewMembers = usage({
  memberId: shown.id(),
  laborDesignation: text(),
  country: text(),
  region: nullable(text()),
  province: nullable(text()),
  year: count(),
  quarter: text(),
  projectType: nullable(text()),
});

const serviceCrews = usage({
  serviceCrewId: shown.id(),
  projectId: shown.id(),
  serviceId: shown.id(),
  code: text(),
  name: nullable(text()),
  laborDesignation: text(),
  quantity: shown.number('Persons.'),
});

const equipment = usage({
  equipmentId: shown.id(),
  equipmentCode: text(),
  name: text(),
  laborDesignation: nullable(text('Designation of the operator.')),
});

/** What refers to a trade (resources.md 7). */
export const tradeDependencies = named(
  'TradeDependencies',
  object(
    {
      tradeCode: text(),
      laborDesignation: nullable(text('The designation that was asked for.')),
      canDelete: nullable(shown.flag('Whether crews, rate cards and equipment do not refer to it.')),
      crews,
      crewMembers,
      serviceCrews: { ...serviceCrews, description: 'For information; they keep their snapshots.' },
      equipment: nullable(equipment),
    },
    unavailable,
  ),
);
