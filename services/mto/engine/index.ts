export {
  allKeys,
  byDiscipline,
  type CommonKey,
  columnType,
  commonFields,
  commonPosition,
  convertFromUs,
  convertToUs,
  type Discipline,
  dimensionOf,
  disciplineLabels,
  disciplineNames,
  disciplines,
  enumLabel,
  type Field,
  type FieldType,
  fieldsNamed,
  fieldsOf,
  findField,
  isColumn,
  isDiscipline,
  isMoney,
  isNumeric,
  isPerUnit,
  isPriceTarget,
  knownUnitOfMeasure,
  normaliseEnum,
  normaliseUnitOfMeasure,
  ownFields,
  positionOf,
  readBoolean,
  readEnum,
  spellingsOf,
  type UnitDimension,
  type UnitRatio,
  type UnitSystem,
  unitOfSystem,
  unitRatio,
  unitsWithoutHeaderSuffix,
  usualUnits,
} from '@consulting/takeoff-fields';
export { CellReader, type ColumnReading, meaningWord } from './cells/cell-reader';
export {
  type ColumnMoney,
  currencyMeant,
  currencyOfColumn,
  type ExchangeRates,
} from './cells/column-currency';
export { type DateOrder, orderProvedBy, readDateText } from './cells/date-text';
export { converterBy, readNumberText, separatorProvedBy, storedNumber } from './cells/number-text';
export { isWithoutQuantity, splitQuantity } from './cells/quantity-text';
export { inchesOf, type NominalSize, readSizes } from './cells/size-text';
export { currencyCodes, currencyWord } from './fields/currencies';
export { ExactSum, withoutZeros } from './fields/exact-sum';
export {
  completeParameters,
  type DecimalSeparator,
  type ImportMode,
  type ImportParameters,
  importModes,
  type ReadingParameters,
  readingDefaults,
  type TaskParameters,
  type TotalRule,
  totalRules,
} from './fields/import-parameters';
export type {
  DifferingTotal,
  ImportReconciliation,
  MoneyBasis,
  ReconciledMoney,
  ReconciledTotalRow,
} from './fields/import-reconciliation';
export { moneyBases, unknownMoney } from './fields/import-reconciliation';
export {
  type ImportRevision,
  isAmountOfLine,
  isCarried,
  isCommercial,
  type MissingRule,
  missingRules,
  type RevisionParameters,
  revisionDefaults,
} from './fields/import-revision';
export {
  type DisciplineSource,
  disciplineSources,
  type FieldProposal,
  type FormParts,
  type ImportSurvey,
  type Recognition,
  recognitions,
  type SurveyedColumn,
  type SurveyedIdentity,
  type SurveyedKey,
  type SurveyedSheet,
  type SurveyProblem,
  surveyProblemCodes,
} from './fields/import-survey';
export { likenessOf } from './fields/likeness';
export { type Cell, computedOf, isSameCell, type Line, type LineMatches } from './fields/line';
export { lineFields, lineFieldsQuery } from './fields/line-fields';
export { dnOf, npsOf, outsideDiameterOf } from './fields/pipe-sizes';
export {
  findConditionField,
  findSearchField,
  isNoteField,
  isPriceField,
  isReviewField,
  type Operator,
  operators,
  operatorsOf,
  type ReviewCheck,
  reviewChecks,
  type SearchField,
  typeNames,
  valuesTaken,
} from './fields/search-field';
export { wordFields } from './fields/word-field';
export { compile } from './formula/compile';
export { type PartialEvaluator, partialEvaluator } from './formula/partial';
export { planOf } from './formula/plan';
export {
  fieldOfHeader,
  foldText,
  headerWithUnit,
  isFurtherHeader,
  isKnownHeader,
  isLabelAmbiguous,
  normaliseHeader,
  parseHeader,
  unitOfHeader,
  unitTextOf,
} from './headers/header';
export { furtherHeaders, headersBySource } from './headers/header-aliases';
export type { HeadersByKey } from './headers/headers-by-key';
export { type Cause, CausesOfChange, causes, inputsOfTotal, type Movement } from './line/causes';
export {
  type CrewRates,
  changedPositions,
  commonValue,
  completeDraft,
  crewKeys,
  crewsByCode,
  crewToAsk,
  type GivenValues,
  givenBy,
  hasOtherMatches,
  isSameLine,
  type KnownReferences,
  LineCompletion,
  type LineDraft,
} from './line/completion';
export { type ExplainedValue, explainValue, givenKeysOf } from './line/explanation';
export { lineField, lineSchema, ownSchemas, patchSchema, readLineChanges, readNewLine } from './line/input';
export { LineIds, markIn } from './line/line-id';
export {
  type Pricing,
  pricesChanged,
  pricingAfter,
  pricingOf,
  type StoredPrice,
  type StoredPricing,
} from './line/line-prices';
export { type CauseSum, MovementSums } from './line/movement-sums';
export { endingOf, type LineRecord, lineRecord, serverKeys, writeLine, writeLines } from './line/record';
export { otherCurrency, unknownSubcontractor } from './line/reference-faults';
export type { LineToStore, StoredLine } from './line/stored-line';
export { type ChangedLine, editedPositions, LineEditor, type LockedLine } from './operations/line-editor';
export { acceptorOf, RefusedLines } from './operations/results';
export {
  type GivenUpdates,
  needsCalculation,
  readUpdates,
  Updates,
  updatesField,
  updatesFor,
} from './operations/updates';
export type { PriceRow } from './pricing/condition';
export { GroupsLeft, type UnpricedGroup } from './pricing/coverage';
export {
  DisciplinePrices,
  type Overwrite,
  overwrites,
  type PricingRules,
} from './pricing/discipline-prices';
export { nearestRow } from './pricing/nearest-row';
export type { PriceBook, RankedRow } from './pricing/ranked-row';
export type { TargetPrice } from './pricing/row-value';
