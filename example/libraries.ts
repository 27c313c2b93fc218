import crews from './data/crews.csv' with { type: 'text' };
import equipment from './data/equipment.csv' with { type: 'text' };
import rateCards from './data/rate-cards.csv' with { type: 'text' };
import trades from './data/trades.csv' with { type: 'text' };

export const libraries = [
  { step: 'trades', path: '/api/v1/crews/trades/import', fileName: 'trades.csv', text: trades },
  { step: 'rateCards', path: '/api/v1/crews/members/import', fileName: 'rate-cards.csv', text: rateCards },
  { step: 'equipment', path: '/api/v1/equipment/import', fileName: 'equipment.csv', text: equipment },
  { step: 'crews', path: '/api/v1/crews/import', fileName: 'crews.csv', text: crews },
] as const;
