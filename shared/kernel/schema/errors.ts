import { shortened } from './text';

// biome-ignore lint/suspicious/noEmptyInterface: others add to it
export interface ErrorCodes {}

export type ErrorCode = keyof ErrorCodes;

export type FaultCode =
  | 'REQUIRED'
  | 'TYPE'
  | 'FORMAT'
  | 'ENUM'
  | 'MIN'
  | 'MAX'
  | 'MAX_LENGTH'
  | 'UNKNOWN_FIELD'
  | 'READ_ONLY'
  | 'REFERENCE'
  | 'DUPLICATE'
  | 'TRADE_NOT_FOUND'
  | 'WBS_CYCLE'
  | 'CONFLICTING_NAMES'
  | 'UNIT'
  | 'AMBIGUOUS_NUMBER'
  | 'AMBIGUOUS_DATE'
  | 'NOT_A_NUMBER'
  | 'ERROR_CELL'
  | 'RAGGED_ROW'
  | 'NO_STORED_RESULT'
  | 'INVALID_CHARACTER';

export type TaskErrorCode =
  | 'FILE_UNREADABLE'
  | 'FILE_TOO_LARGE'
  | 'UNSUPPORTED_FILE_TYPE'
  | 'NO_KNOWN_HEADER'
  | 'DUPLICATE_COLUMN'
  | 'UNIT_MISMATCH'
  | 'MATCH_AMBIGUOUS'
  | 'NO_IDENTITY'
  | 'ALL_ROWS_INVALID'
  | 'PROJECT_DELETED'
  | 'SERVICE_DELETED'
  | 'SERVICE_APPROVED'
  | 'INTERNAL_ERROR';

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

export interface FaultParams {
  min?: number | string;
  above?: number;
  max?: number | string;
  below?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  decimals?: number;
  significantDigits?: number;
  format?: string;
  type?: JsonType | readonly JsonType[];
  allowed?: readonly string[];
  notAllowed?: readonly string[];
}

export interface Fault {
  field: string;
  code: FaultCode;
  message: string;
  index?: number;
  params?: FaultParams;
}

export interface Blocking {
  count: number;
  items: { id: string; code: string | null; name: string | null }[];
}

interface Facts {
  [key: string]: unknown;
  type?: never;
  title?: never;
  status?: never;
  detail?: never;
  code?: never;
  requestId?: never;
}

export class DomainError extends Error {
  override readonly name = 'DomainError';

  constructor(
    readonly code: ErrorCode,
    detail: string,
    readonly facts: Facts = {},
    options?: ErrorOptions,
  ) {
    super(detail, options);
  }
}

export function notFound(resource: string, id?: string): DomainError {
  const which = id === undefined ? '' : ` ${JSON.stringify(quoted(id))}`;
  return new DomainError('NOT_FOUND', `The ${resource}${which} does not exist.`, { resource });
}

export const faultsListedMax = 1000;

const allowedListedMax = 100;
const fieldLengthMax = 200;
const messageLengthMax = 1000;
const quotedLengthMax = 100;

const unlisted: Fault = Object.freeze({ field: '', code: 'FORMAT', message: '' });

export function addFaults(faults: Fault[], more: readonly Fault[], index?: number): void {
  for (const one of more) {
    if (faults.length >= faultsListedMax) faults.push(unlisted);
    else faults.push(index === undefined ? one : { ...one, index });
  }
}

export function addFault(
  faults: Fault[],
  field: string,
  code: FaultCode,
  message: string,
  params?: FaultParams,
): void {
  if (faults.length >= faultsListedMax) faults.push(unlisted);
  else faults.push(params === undefined ? { field, code, message } : { field, code, message, params });
}

export const quoted = (text: string): string => shortened(text, quotedLengthMax);

const listing = (params: FaultParams): FaultParams =>
  params.allowed && params.allowed.length > allowedListedMax
    ? { ...params, allowed: params.allowed.slice(0, allowedListedMax) }
    : params;

export function invalid(faults: readonly Fault[]): DomainError {
  const errors = faults.slice(0, faultsListedMax).map((one) => ({
    ...one,
    field: shortened(one.field, fieldLengthMax),
    message: shortened(one.message, messageLengthMax),
    ...(one.params && { params: listing(one.params) }),
  }));
  const [first] = errors;
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  const detail = first ? `${first.field}: ${first.message}${more}` : 'The request is not valid.';
  return new DomainError('VALIDATION_ERROR', detail, { errors, errorCount: faults.length });
}

const faultsInSentence = 20;

export function sentenceOf(faults: readonly Fault[]): string {
  const named = faults.slice(0, faultsInSentence).map(({ field, message }) => {
    return `${shortened(field, fieldLengthMax)}: ${shortened(message, messageLengthMax)}`;
  });
  const others = faults.length - named.length;
  return others > 0 ? `${named.join('; ')} (and ${others} more)` : named.join('; ');
}

interface RefusedRows {
  errors: { row: number; message: string }[];
  errorCount: number;
}

export function addRefusedRow(result: RefusedRows, row: number, faults: readonly Fault[]): void {
  result.errorCount += 1;
  if (result.errors.length < faultsListedMax) result.errors.push({ row, message: sentenceOf(faults) });
}

export function unavailable(dependency: string, cause?: unknown): DomainError {
  return new DomainError(
    'DEPENDENCY_UNAVAILABLE',
    `The ${dependency} service does not answer at the moment; try again shortly.`,
    { dependency, retryAfterSeconds: 2 },
    { cause },
  );
}

export const isUnavailable = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'DEPENDENCY_UNAVAILABLE';

export async function unlessUnavailable<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (isUnavailable(error)) return undefined;
    throw error;
  }
}
