export { aggregate } from './domain/aggregate/aggregate';
export { aggregateInput } from './domain/aggregate/aggregate-input';
export {
  type Conditions,
  countedLines,
  gapCodes,
  gapConditions,
  isZero,
} from './domain/aggregate/completeness';
export {
  type Figures,
  type FiguresOfKeys,
  figureKeys,
  findFiguresByKeys,
  kindOf,
  noFigures,
  summed,
  unknownCode,
} from './domain/aggregate/roll-up';
export {
  listDisciplines,
  summariseProject,
  summariseService,
  summaryQuery,
} from './domain/aggregate/summary';
export { summariseWbs, wbsSummaryQuery } from './domain/aggregate/wbs-summary';
export { bulkCreate, bulkCreated, bulkCreateInput } from './domain/bulk/bulk-create';
export { bulkDelete, bulkDeleteInput } from './domain/bulk/bulk-delete';
export { bulkEdit, bulkEditInput } from './domain/bulk/bulk-edit';
export { bulkPatch, bulkPatched, bulkPatchInput, bulkPatchQuery } from './domain/bulk/bulk-patch';
export { EditedReferences } from './domain/bulk/edited-references';
export { linesSampledMax, sampled } from './domain/bulk/sample';
export {
  inBulk,
  readSelection,
  requireAll,
  requireCount,
  selectionField,
} from './domain/bulk/selection';
export { compareTakeoffs, comparisonQuery } from './domain/comparison/compare';
export { current } from './domain/comparison/sides';
export type { Ctx } from './domain/context';
export { fromAnyServer, inTurn } from './domain/expensive-reads';
export { explainLine, explainQuery } from './domain/explanation/explain';
export { originKinds } from './domain/explanation/origin';
export { readLevel, wbsLevelSchema } from './domain/groups/group-keys';
export { readList, reportRepeats } from './domain/groups/read-list';
export { readWbsTree, type WbsNode, type WbsTree } from './domain/groups/wbs-tree';
export { lineHistory } from './domain/history/line-history';
export { undoInput, undoOperation } from './domain/history/undo';
export { checkKeys } from './domain/line/chosen-keys';
export { linesBeforeImport } from './domain/line/earlier-lines';
export { createLine, deleteLine, getLine, lineQuery, lineUpdateQuery, updateLine } from './domain/line/line';
export {
  anyProject,
  lockOwner,
  lockServices,
  readInProject,
  requireOpenService,
  requireOpenServices,
  requireProject,
} from './domain/line/owner';
export * as lineReferences from './domain/line/references';
export {
  awaitLineWriters,
  followReprice,
  matchLines,
  recalculateLines,
  releaseLines,
  removeLinesOfProject,
  removeLinesOfService,
  wbsUsage,
} from './domain/line/references';
export {
  frozenLinesOf,
  linesOfVersion,
  sourceFor,
  type VersionLines,
  versionField,
} from './domain/line/version-lines';
export type { FollowedProject, LiveProjects } from './domain/live-projects';
export { criteriaSchema } from './domain/search/criteria';
export { distinctValues, distinctValuesQuery } from './domain/search/distinct-values';
export { readOrder, withLevels } from './domain/search/group-order';
export { isExpensive, lineListQuery, listLines } from './domain/search/list-lines';
export { readFilters, searchInput, searchLines } from './domain/search/search-lines';
export { sortKey } from './domain/search/sort-keys';
export { viewField } from './domain/search/view-field';
export { readWords, wordsField } from './domain/search/words';
export { bidOfDraft, bidSpreadQuery, requireBid, spreadBid } from './domain/version/bid-spread';
export { keepVersionLines, releaseVersionLines } from './domain/version/freeze';
export { restoreInput, restoreVersion } from './domain/version/restore';
export { exportedKeys, withView } from './domain/view/asked-view';
export { createView, deleteView, getView, listViews, removeViewsOf, updateView } from './domain/view/view';
export { viewInput, viewQuery } from './domain/view/view-fields';
export { Effect, serialiseEffect } from './domain/what-if/effect';
export { repriceEffect } from './domain/what-if/reprice-effect';
export { whatIf } from './domain/what-if/what-if';
export { whatIfInput } from './domain/what-if/what-if-input';
export {
  askBasisTexts,
  askBuildUp,
  askClient,
  askExchangeRates,
  askFrozenCrewRates,
  askProject,
  askReportFacts,
  askService,
  askSubcontractors,
  type BuildUp,
  type Project,
  type ReportFacts,
} from './neighbours/clients-projects';
export { askCrewNames, askCrewRates } from './neighbours/crews-rates';
export { askWbsCodes } from './neighbours/equipment-wbs';
export type { GroupKey } from './store/aggregate/group-key';
export { LineChanges, lockSelected } from './store/bulk/recalculated-lines';
export {
  countSelected,
  type LineGroup,
  listFirst,
  listUnknown,
  type SelectedGroup,
  type Selection,
  selected,
} from './store/bulk/selected-lines';
export { completeMigrations } from './store/online-migrations';
export type { Bid, BidTerms } from './store/reads/bid-spread';
export {
  comparedLines,
  type Difference,
  type DifferenceCounts,
  differenceCounts,
  sumSet,
  withoutNestedLoops,
} from './store/reads/comparison';
export {
  countLinesGone,
  type ImportsOfFile,
  type LineOfRow,
  readLinesOfRows,
  readStoredRows,
  type SheetRows,
  StoredRows,
} from './store/reads/import-stored-rows';
export {
  type ExportSums,
  type LineSnapshot,
  linesOfSnapshot,
  openLineSnapshot,
} from './store/reads/line-snapshot';
export type { DistinctCounts, DistinctQuestion, LinesByColumn } from './store/reads/lines-by-column';
export { type LineSets, pairedLines } from './store/reads/paired-lines';
export { countedIn, foundBy, type ReviewScope } from './store/review/found-lines';
export { comparingChecks, factsFor } from './store/review/line-facts';
export {
  type ChangedLines,
  changedAtOnceMax,
  earlierOf,
  findChangedLines,
  followChanges,
  type Moment,
  noteCreatedLines,
  removeOldChanges,
} from './store/rows/changed-lines';
export { askedEverywhere, sameProject } from './store/rows/directory';
export {
  costAdditionKeys,
  costElementKeys,
  costKeys,
  countsAs,
  isCounted,
  type TotalKey,
  totalKeys,
} from './store/rows/figures';
export { countLinesOf, ImportOperation, removeOtherLines, serialiseImports } from './store/rows/import-lines';
export * as importTasks from './store/rows/import-task';
export {
  findSurvey,
  nameLines,
  storeReconciliation,
  storeRevision,
  storeSurvey,
} from './store/rows/import-task';
export { LineCopy } from './store/rows/line-copy';
export { deletedLines, recordLineOperation, takeoffLines } from './store/rows/line-operation';
export { currentLines, type LineSource, wholeOf } from './store/rows/line-source';
export { findImportsOfFile } from './store/rows/returned-imports';
export { removeOldCopies } from './store/rows/takeoff-copy';
export { cellOf, parseAttributes } from './store/rows/takeoff-line-row';
export { fieldText } from './store/search/field-text';
export { type ExportValue, priceRowsField } from './store/search/line-cursor';
export { type LineFilter, matching, sourceOf } from './store/search/line-filter';
export { type LinePositions, readLines } from './store/search/line-texts';
export { type Condition, type Criteria, meets } from './store/search/matching';
export type { FoundPage, Paging, Position, SortKey } from './store/search/order';
export { type Operand, searchValue } from './store/search/value';
export { everyone, importProfile } from './store/tables/import-schema';
export { lockInOrder } from './store/tables/line-locks';
export { projectPresence } from './store/tables/presence-schema';
export { reviewDecision } from './store/tables/review-schema';
export { sourceIdKey } from './store/tables/schema';
export type { SumGroup } from './store/tables/takeoff-copy-schema';
export { columnName } from './store/tables/takeoff-line-columns';
export { takeoffVersion } from './store/tables/version-schema';
export { CreatedTotals } from './store/totals/created-totals';
export { storedInTotals, sweepTotals } from './store/totals/keep-totals';
export { findDifferences } from './store/totals/verify-totals';
export { addMissingTotals } from './store/totals/version-totals';
export { figureKeys as comparedFigures, sumCells } from './store/what-if/touched-lines';
export { ImportEpoch } from './store/writes/version';
