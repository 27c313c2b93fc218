export { lineStatistics } from './domain/line-statistics';
export { priceInput } from './domain/price-input';
export { priceLines } from './domain/price-lines';
export { recordRowChanges } from './store/row-change';
