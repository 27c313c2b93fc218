import { record, responseSchema, unavailable } from '@consulting/kernel/http';
import { exampled, exampleIds, type JsonSchema, named } from '@consulting/kernel/schema';
import { tradeInput } from '../../domain/trade/trade-fields';
import { ratePlace } from './rates';

export const newTrade = {
  tradeCode: 'PIPF',
  laborDesignation: 'Journeyman',
  tradeName: 'Pipefitter',
  disciplines: ['piping'],
  skillLevel: 'skilled',
  sortOrder: 20,
};

export const tradeChanges = { description: 'Cuts, fits and erects pipe', sortOrder: 30 };

const trade = {
  id: exampleIds.trade,
  tradeId: exampleIds.trade,
  ...newTrade,
  description: tradeChanges.description,
  isSupervisory: false,
  isActive: true,
};

const dependencies = {
  tradeCode: 'PIPF',
  canDelete: false,
  crews: {
    count: 1,
    items: [
      {
        crewId: exampleIds.crew,
        code: 'PF-01',
        name: 'Pipe Erection and Welding Crew',
        laborDesignation: 'Journeyman',
        quantity: 4,
      },
    ],
  },
  crewMembers: {
    count: 1,
    items: [{ memberId: exampleIds.rateCard, laborDesignation: 'Journeyman', ...ratePlace }],
  },
  serviceCrews: { count: 0, items: [] },
  equipment: { count: 0, items: [] },
};

const { described, text, count, list, nullable, object } = responseSchema;

const { fields } = tradeInput;

const keys = { tradeId: responseSchema.id('Same as id.'), ...fields, tradeName: fields.tradeName.required() };

export const tradeAnswer = exampled(named('Trade', record(keys)), trade);

export const tradeGroup = exampled(
  named(
    'TradeGroup',
    record({
      ...keys,
      version: count('Stands for the versions of all designations.'),
      designations: list(tradeAnswer, 'Records of the designations; the first one stands for the trade.'),
    }),
  ),
  { ...trade, version: 4191706025943 },
);

const itemsNote = 'At most 50 records.';

const usage = (item: Record<string, JsonSchema>) =>
  object({ count: count('Number of all records.'), items: list(object(item), itemsNote) });

const laborDesignation = text('Designation that is referred to.');

const quantity = responseSchema.number('Number of persons.');

const crews = usage({
  crewId: responseSchema.id('Identifier of the crew.'),
  code: text('Code of the crew.'),
  name: text('Name of the crew.'),
  laborDesignation,
  quantity,
});

const crewMembers = usage({
  memberId: responseSchema.id('Identifier of the rate card.'),
  laborDesignation,
  country: text('Country, ISO 3166-1 alpha-2.'),
  region: nullable(text('Region; null is the whole country.')),
  province: nullable(text('Province or state; null is the whole region.')),
  year: count('Year of the rate.'),
  quarter: text('Quarter of the rate, Q1 to Q4.'),
  projectType: nullable(text('Project type; null is any.')),
});

const serviceCrews = usage({
  serviceCrewId: responseSchema.id('Identifier of the service crew.'),
  projectId: responseSchema.id('Project of the service.'),
  serviceId: responseSchema.id('Service of the crew.'),
  code: text('Code of the service crew.'),
  name: nullable(text('Name of the service crew.')),
  laborDesignation,
  quantity,
});

const equipment = usage({
  equipmentId: responseSchema.id('Identifier of the machine.'),
  equipmentCode: text('Code of the machine.'),
  name: text('Name of the machine.'),
  laborDesignation: nullable(text('Designation of the operator.')),
});

export const tradeDependencies = exampled(
  named(
    'TradeDependencies',
    object(
      {
        tradeCode: text('Code of the trade.'),
        laborDesignation: nullable(text('The designation that was asked for; null is all of them.')),
        canDelete: nullable(
          responseSchema.flag('Whether crews, rate cards and equipment do not refer to it.'),
        ),
        crews: described(crews, 'Crews with the trade.'),
        crewMembers: described(crewMembers, 'Rate cards of the trade.'),
        serviceCrews: described(
          serviceCrews,
          'Service crews with the trade, for information; they keep their snapshots.',
        ),
        equipment: described(nullable(equipment), 'Machines with the trade as operator.'),
      },
      unavailable,
    ),
  ),
  dependencies,
);
