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
export {
  byDiscipline,
  type Discipline,
  disciplineLabels,
  disciplineNames,
  disciplines,
  isDiscipline,
} from './fields/discipline';
export { enumLabel } from './fields/enum-label';
export { ExactSum, withoutZeros } from './fields/exact-sum';
export { columnType, type Field, type FieldType, isNumeric } from './fields/field';
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
export { type Cell, computedOf, isSameCell, type Line, type LineMatches } from './fields/line';
export { lineFields, lineFieldsQuery } from './fields/line-fields';
export { dnOf, npsOf, outsideDiameterOf } from './fields/pipe-sizes';
export {
  knownUnitOfMeasure,
  normaliseEnum,
  normaliseUnitOfMeasure,
  readBoolean,
  readEnum,
  spellingsOf,
} from './fields/read-value';
export {
  allKeys,
  type CommonKey,
  commonFields,
  commonPosition,
  fieldsNamed,
  fieldsOf,
  findField,
  isColumn,
  ownFields,
  positionOf,
} from './fields/registry';
export {
  findSearchField,
  type Operator,
  operators,
  operatorsOf,
  type SearchField,
  typeNames,
  valuesTaken,
} from './fields/search-field';
export {
  dimensionOf,
  type UnitDimension,
  type UnitRatio,
  type UnitSystem,
  unitOfSystem,
  unitRatio,
} from './fields/unit-dimensions';
export { convertFromUs, convertToUs, unitsWithoutHeaderSuffix, usualUnits } from './fields/units';
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
export { type Cause, CausesOfChange, causes } from './line/causes';
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
export { endingOf, type LineRecord, lineRecord, serverKeys, writeLine, writeLines } from './line/record';
export { otherCurrency, unknownSubcontractor } from './line/reference-faults';
export type { LineToStore, StoredLine } from './line/stored-line';
export { type ChangedLine, editedPositions, LineEditor, type LockedLine } from './operations/line-editor';
export { RefusedLines } from './operations/results';
export {
  type GivenUpdates,
  needsCalculation,
  readUpdates,
  Updates,
  updatesField,
  updatesFor,
} from './operations/updates';
