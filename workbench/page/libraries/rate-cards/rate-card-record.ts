import type { components } from '@consulting/client/api';

export type RateCard = components['schemas']['RateCard'];

export const quarters = ['Q1', 'Q2', 'Q3', 'Q4'] as const;

export const placeOf = ({ country, region, province }: Pick<RateCard, 'country' | 'region' | 'province'>) =>
  [country, region, province].filter(Boolean).join(', ');
