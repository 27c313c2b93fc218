export {
  connectorOf,
  connectStore,
  connectStorePatiently,
  countConnections,
  countServerConnections,
  type Database,
  historySetting,
  longStatementMsMax,
  openDatabase,
  openRequests,
  type Store,
} from './database/connect';
export { copyRows, openCopy, readRows } from './database/copy';
export { limitedTo, transactionOf } from './database/database';
export { withFreeCode } from './database/free-code';
export {
  claimKey,
  findAnswer,
  type KeyUsage,
  keepAnswer,
  type StoredAnswer,
  usageOf,
} from './database/idempotency';
export {
  countDeadLetters,
  type Delivery,
  handleOnce,
  isSettled,
  listReplays,
  recordFailure,
} from './database/inbox';
export { makingLimitedRoles } from './database/limits';
export { inOrder, type ListPage, sortable } from './database/list-order';
export { atOneMoment } from './database/moment';
export { type Migrating, makeIndex, withoutQueue } from './database/online';
export {
  emit,
  emitAll,
  outboxChannel,
  outboxWaitSeconds,
  pruneOutbox,
  relayOutbox,
  resendOutbox,
} from './database/outbox';
export { blamingDatabaseOf, openPatiently } from './database/patience';
export {
  brokenUniqueConstraint,
  equalsIgnoringCase,
  escapeLike,
  fixed,
  isConflict,
  isLockNotAvailable,
  lowered,
  matchesText,
  matchesWords,
  refusalOf,
  retryConflicts,
  sortedText,
  whenGiven,
} from './database/query';
export {
  awaitAnswers,
  awaitWriters,
  beingChanged,
  importPatience,
  lockAlone,
  lockAnswers,
  lockReferences,
  readSettled,
} from './database/reference';
export { openSnapshot, type Snapshot } from './database/snapshot';
export { bytes, kernelTables, recordColumns, time } from './database/tables';
export { allowLongStatements, databaseUnavailable } from './database/unavailable';
export { Connection, escapeIdentifier } from './driver/connection';
export { Connector } from './driver/connector';
export { CopyStream } from './driver/copy-stream';
export { isConnectionLost } from './driver/failure';
export {
  type ChangeRow,
  findCreated,
  findRecords,
  listChanges,
  type Naming,
  type Reference,
  type TrackedRecords,
  type Values,
} from './history/change-list';
export { countMonthsAhead, type PartitionedTable } from './history/expiry';
export { type HistoryStored, historyStored, startHistorySweep, sweepHistory } from './history/history-sweep';
export {
  findOpenOperation,
  leaveOutOfHistory,
  type NamedColumns,
  nameChangedColumns,
  type OperationKind,
  operationKinds,
  type ReportedOperation,
  recordOperation,
} from './history/operation';
export {
  countOperations,
  findOperation,
  listOperations,
  type OperationRow,
  operationSorting,
} from './history/operation-list';
export { findReferred, type Referred, referencesOf } from './history/referred-records';
export { lockUndone, noteCause, noteUndone } from './history/undone';
export { type MigrationOptions, migrateStore } from './migrate';
export {
  countNotes,
  findNoted,
  insertNote,
  listNotes,
  lockNote,
  type NotedRecords,
  type NoteRow,
  noteSorting,
  removeNote,
  removeNotesOf,
  sweepNotesOf,
  updateNote,
} from './notes/note';
export { isOfReplica, Replicas } from './replicas/replicas';
