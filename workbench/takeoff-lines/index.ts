export {
  type Condition,
  canBeCombined,
  combined,
  conditionOf,
  type FilterValue,
  narrowedTo,
  type Operator,
  onlyThisValue,
} from './filter/criteria';
export { FieldBox } from './filter/field-box';
export { FilterBuilder } from './filter/filter-builder';
export { type FieldGroup, filterFields, grouped, type TakeoffScope } from './filter/filter-fields';
export { faultsOf, type PlacedFault, useValues } from './filter/filter-queries';
export { FilterSentence } from './filter/filter-sentence';
export { sentenceOf } from './filter/sentence';
export { ValueInput } from './filter/value-editor';
export { type FieldWords, useFieldWords } from './history/field-value';
export { HistoryDrawer, LineHistory } from './history/history-drawer';
export { linesOf, operationOfRequest, undo } from './history/history-queries';
export { UndoPanel } from './history/undo-panel';
export { isCounted, linesThatCount, linesThatDoNotCount, unitTexts } from './view/counted-lines';
export {
  type ChangeView,
  type Field,
  type Filters,
  groupKeys,
  groupNames,
  groupsMax,
  isChanged,
  isNumeric,
  readView,
  type Selection,
  type SortKey,
  type TakeoffView,
  useTakeoffView,
  viewParameters,
  wbsLevelOf,
  withNamedView,
} from './view/takeoff-view';
