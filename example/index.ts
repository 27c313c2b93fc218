export type { Api } from './api';
export { type ExampleStep, exampleSteps, loadExample, type OnProgress } from './load';
export { priceBook, priceBookCsv } from './price-book';
export { importPriceBook } from './prices';
export type { ExampleProject } from './project-records';
