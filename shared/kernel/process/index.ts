export {
  type Caller,
  callerIdOfKey,
  callerIdOfPerson,
  countedAs,
  keyCaller,
  keyIdOf,
  personCaller,
  type Role,
  type Scope,
  scopeIdsMax,
  scopeSchema,
  systemCaller,
} from './caller';
export {
  databaseSetting,
  databaseVariable,
  type NatsAddress,
  parseNatsUrl,
  processSettings,
  readSettings,
  type Setting,
  SettingError,
  type SettingRule,
  type Settings,
  serviceSettings,
  setting,
  type Values,
} from './config';
export type { Context } from './context';
export {
  type DatabaseAddress,
  parseDatabaseAddress,
  type Server,
  type SessionAttribute,
  serverName,
} from './database-address';
export { errorText, recordedFacts, withoutParameters } from './error-text';
export { Interruption } from './interruption';
export { Lifecycle } from './lifecycle';
export { listen } from './listen';
export { isInfoLogged, type Logger, lineage, serviceLog, startLog } from './log';
export { warnOfMisspelt } from './misspelt-settings';
export { listening, metricsResponse, readinessResponse, rememberingYes, serveMonitoring } from './monitoring';
export {
  currentOrigin,
  currentWriter,
  type Origin,
  originOf,
  originToKeep,
  readOrigin,
  requestIdOf,
  type StoredOrigin,
  within,
} from './origin';
export { pause } from './pause';
export { requireUnlimited } from './scope';
export { inSlices, Slice, sortedInSlices } from './slices';
export { Spool, spoolOf, spoolSettings } from './spool';
export { spooledStream } from './spooled-stream';
export { statementSpan } from './statement-span';
export { createTelemetry, type Figures, mergedMetrics, type Telemetry } from './telemetry';
export {
  failSpan,
  isRecorded,
  recordAnswer,
  recordSpan,
  requestSpan,
  type SpanPlan,
  startTracing,
  storedTrace,
  traced,
  tracedPart,
  traceId,
  traceParent,
} from './tracing';
export { Turns } from './turns';
export { requireVersion } from './version';
export { currentDeadline, outcomeUnknown, unknownOutcome, WriteDeadline, writeMsMax } from './write-deadline';
