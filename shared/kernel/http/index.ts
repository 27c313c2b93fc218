export { createServiceApp, type ServiceApp } from './app';
export { type DocumentPart, describeRoutes } from './document/document';
export { operationKeys } from './history/answers';
export { type HistoryOf, historyRoutes, requireOperation } from './history/routes';
export { type Change, serialiseChange, serialiseOperation } from './history/serialise';
export { noteHistoryRoutes, noteRoutes } from './notes/routes';
export {
  alias,
  blocking,
  importedExample,
  importedRows,
  type ProblemTable,
  pageOf,
  pageSchema,
  record,
  recordKeys,
  responseSchema,
  rowMessages,
  unavailable,
} from './serving/answer';
export { bodyTooLarge, bodyTooSlow, clientGone, formPace, jsonPace } from './serving/arrival';
export { fitted } from './serving/audit';
export { readJson } from './serving/body';
export { BodyMemory, bodyMemoryLimits } from './serving/body-memory';
export { callerHeader, createCallerSigner, createCallerVerifier, writeMsHeader } from './serving/caller';
export type { Coding } from './serving/coding';
export { compress, encoded } from './serving/compression';
export { eventStream, type ServerEvent, StreamPlaces } from './serving/event-stream';
export { StoredAnswers, type StoredList } from './serving/idempotency';
export { localized } from './serving/localized';
export {
  addUniqueField,
  asDomainError,
  type EndpointSet,
  prefixes,
  problem,
  setOfPath,
} from './serving/problem';
export { forUnlimited, libraryRoutes, noQuery, pathTemplate, type Route, routesOf } from './serving/route';
export type { Serving } from './serving/serve';
export { requireOneLength, targetOf } from './serving/target';
export { createTicketSigner, createTicketVerifier, type SignTicket } from './serving/ticket';
export {
  type FormSource,
  type ReceiveForm,
  receiveInMemory,
  type Upload,
  type UploadedFile,
} from './serving/upload';
export { limitedFor, rememberingOwners } from './serving/visible';
export { wholeResponse } from './serving/whole-response';
export { fileDownload, workbookDownload, workbookSchema, workbookType } from './serving/workbook-download';
