export { ByteText, SerializedJson } from './byte-text';
export { changed, isEmpty } from './changed';
export { commaSeparated, orderOf, type SortOrder, sorting } from './comma-separated';
export { dictionary, entry, isObject, list, object, unread, unreadItems } from './composite';
export { matches, readContent } from './content';
export {
  type EventContract,
  event,
  type JobContract,
  job,
  type Question,
  question,
  readingOnly,
  writing,
} from './contract';
export { categoriesMax, costEntries, costEntry, exchangeRates, fuelPrices } from './cost-entry';
export { editDistance } from './edit-distance';
export {
  addFaults,
  addRefusedRow,
  type Blocking,
  DomainError,
  type ErrorCode,
  type Fault,
  type FaultCode,
  faultsListedMax,
  invalid,
  isUnavailable,
  notFound,
  quoted,
  type TaskErrorCode,
  unavailable,
  unlessUnavailable,
} from './errors';
export { exampled, exampleIds, exampleOf } from './example';
export {
  Field,
  type Fields,
  fault,
  INVALID,
  type JsonSchema,
  type Kind,
  type Reading,
  type Report,
  type Static,
  type Values,
} from './field';
export {
  boolean,
  choice,
  country,
  currency,
  date,
  email,
  integer,
  isDate,
  isUuid,
  matching,
  momentOf,
  notNumber,
  number,
  singleSpaced,
  text,
  timestamp,
  uuid,
} from './kinds';
export { type FieldOrder, sortOf } from './list-sort';
export { LongNumber, parseJson, significantDigitsMax, tooManyDigits } from './long-number';
export { invisibleIn, lookOf, mixedScripts, withoutInvisible } from './look-alike';
export {
  type Decimal,
  type DecimalInput,
  decimal,
  isRounded,
  percentOf,
  quotient,
  round,
  sum,
  toNumber,
  zero,
} from './money';
export { Page, WrittenRecords } from './page';
export { paging, QueryInput } from './query';
export { ordered, RecordInput } from './record';
export {
  answerSchema,
  choiceSchema,
  type Keys,
  named,
  namedWithNull,
  nameOf,
  nullable,
  oneOf,
  plainValue,
  plainValues,
  recordSchema,
} from './schema';
export { isStorable, loweredText, notStorable, shortened, withoutTrailingSlashes } from './text';
export { sentence, valueSchema } from './value-schema';
