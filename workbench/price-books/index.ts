export { BookOfOwnWork } from './book-of-own-work';
export { PriceBookPage } from './price-book';
export { isPerUnit, type PriceCondition, type PriceRow, useConditionWords } from './price-row';
export { rowPart } from './row-part';
