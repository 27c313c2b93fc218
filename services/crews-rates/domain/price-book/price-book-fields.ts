import {
  boolean,
  choice,
  country,
  currency,
  dictionary,
  entry,
  integer,
  matching,
  number,
  paging,
  QueryInput,
  RecordInput,
  singleSpaced,
  sortOf,
  text,
} from '@consulting/kernel/schema';
import { allKeys, commonFields, disciplines } from '@consulting/takeoff-fields';
import { quarters } from '../../rates/card';
import { priceBookSorting } from '../../store/price-book';

const codePattern = /^[\p{L}\p{N}._-]+$/u;
const priceSources = commonFields.find(({ key }) => key === 'priceSource')?.enum ?? [];

export const bookCode = () =>
  matching(40, codePattern, 'letters, digits, hyphens, underscores and dots')
    .required()
    .describe('Code of the book: letters, digits, hyphens, underscores and dots; unique ignoring case.');
export const bookYear = () => integer({ min: 1990, max: 2100 });
export const bookQuarter = () => choice(quarters, 'Quarter');

export const priceBookInput = new RecordInput(
  {
    code: bookCode(),
    name: text(120).required().describe('Name of the book.'),
    description: text(2000).describe('What the book prices, and where its figures come from.'),
    discipline: choice(disciplines, 'Discipline').describe('Discipline of all rows; null: each row says it.'),
    currency: currency().describe('Currency of all money, ISO 4217; required once a row has a money target.'),
    country: country().describe('Country that the figures are for, ISO 3166-1 alpha-2.'),
    region: singleSpaced(80).describe('Region above the province.'),
    province: singleSpaced(80).describe('Province or state.'),
    year: bookYear().describe('Year of the figures.'),
    quarter: bookQuarter().describe('Quarter of the figures.'),
    priceSource: choice(priceSources, 'PriceSource')
      .default('published-database')
      .describe('Origin of the figures.'),
    quoteReference: text(80).describe('Quotation or publication that the figures come from.'),
    isActive: boolean().default(true).describe('Lines are not priced with an inactive book.'),
  },
  { name: 'PriceBook', server: ['priceBookId', 'rowCount', 'statistics'] },
);

export const priceBookCopyInput = new RecordInput(
  {
    code: bookCode(),
    name: text(120).describe('Name of the copy, by default that of the book.'),
  },
  { name: 'PriceBookCopy', names: { newCode: 'code', newName: 'name' } },
);

const escalations = dictionary(
  number({ above: -100, max: 1000, decimals: 4 }),
  (key) => allKeys.includes(key),
  {
    name: 'PriceEscalation',
  },
);

export const priceBookRollForwardInput = new RecordInput(
  {
    code: bookCode(),
    name: text(120).describe('Name of the new book, by default that of the book.'),
    escalationPercent: escalations
      .default({})
      .describe('Target → percent by which its values rise; those of other targets stay.'),
    to: entry(
      {
        year: bookYear().required().describe('Year of the new book.'),
        quarter: bookQuarter().required().describe('Quarter of the new book.'),
      },
      { name: 'PriceBookQuarter' },
    )
      .required()
      .describe('The quarter that the new book is for.'),
  },
  { name: 'PriceBookRollForward' },
);

export const priceBookQuery = new QueryInput({
  search: text(200).describe('Matches code and name.'),
  words: text(200).describe('Each word occurs in code, name or description.'),
  code: text(40).describe('Only the book of this code, case ignored.'),
  discipline: choice(disciplines, 'Discipline').describe('Only books of this discipline.'),
  isActive: boolean().describe('Only active or only inactive books.'),
  ...paging,
  sort: sortOf(priceBookSorting, priceBookInput.fields),
});
