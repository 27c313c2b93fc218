import type { ListAddress } from '../list/address';
import { quarters } from './rate-card-record';

export const filtersOf = (address: ListAddress) => ({
  search: address.text('search'),
  tradeCode: address.text('tradeCode'),
  laborDesignation: address.text('laborDesignation'),
  country: address.text('country'),
  region: address.text('region'),
  province: address.text('province'),
  year: address.number('year'),
  quarter: address.choice('quarter', quarters),
  projectType: address.text('projectType'),
});
